import { type Append, type AppendResult, isLogFault, type OpenEventLog } from '@mcp-witness/event-log';
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { type Telemetry } from './telemetry.ts';

/** The same log; every append is a span in the course of what asked for it, with counts and codes only. */
export const tracedLog = (log: OpenEventLog, telemetry: Telemetry): OpenEventLog => ({
  append: (append) => {
    const span = telemetry.startSpan({
      name: 'append',
      kind: SpanKind.CLIENT,
      attributes: { 'db.operation.name': 'append', 'db.operation.batch.size': append.events.length },
    });
    return telemetry.within(span, () => outcomeOf(log, append, span));
  },
  readStream: (read) => log.readStream(read),
  readAll: (read) => log.readAll(read),
  readLinks: (read) => log.readLinks(read),
  head: () => log.head(),
  subscribe: (subscribe) => log.subscribe(subscribe),
  close: () => log.close(),
});

const outcomeOf = async (log: OpenEventLog, append: Append, span: Span): Promise<AppendResult> => {
  try {
    const result = await log.append(append);
    span.setAttribute('witness.append.outcome', result.outcome);
    return result;
  } catch (error) {
    span.setAttribute('error.type', isLogFault(error) ? error.code : 'unexpected');
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

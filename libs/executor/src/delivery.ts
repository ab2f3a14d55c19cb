import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Handler } from './answering/answering.ts';
import { seen } from './journal/fact.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { createLocalReports, type LocalReports } from './journal/local-reports.ts';
import { createProducer } from './journal/producer.ts';
import { createPresence } from './presence/presence.ts';
import { createHttpSink } from './sender/http-sink.ts';
import { createSender, type SenderTrouble } from './sender/sender.ts';
import { openSpool } from './spool/open-spool.ts';
import { withOrphans } from './spool/own-and-orphans.ts';
import { thisProcess } from './spool/place.ts';

export interface DeliveryOptions {
  readonly service: { readonly url: string; readonly apiKey: string | null };
  /** Where evidence waits until it is sent. */
  readonly spoolDirectory: string;
  /** Told of what a person has to know, one line at a time. */
  readonly onTrouble: (line: string) => void;
  /** Told of what may help to understand what happened. */
  readonly onDetail: (line: string) => void;
}

/** At most this long is sent on at the end; the rest is sent by the next run. */
const lastSendMs = 1000;
/** And so long is the service given to take the farewell. */
const lastFarewellMs = 500;

function problem(trouble: SenderTrouble): string {
  if (trouble.kind === 'refused') {
    return `the service refused evidence for good (${trouble.code}); such events are dropped and counted`;
  }
  return 'the service does not take our credentials, which is tried again every few minutes; evidence stays on this disk until then, or until a run with a valid WITNESS_API_KEY';
}

/** `server-delivered files`, and what else an event says in codes. */
function describe({ type, data }: EvidenceEvent): string {
  const server = 'server_name' in data && data.server_name ? ` ${JSON.stringify(data.server_name)}` : '';
  const session = 'session_id' in data ? ` of session ${JSON.stringify(data.session_id)}` : '';
  const reason = 'reason_code' in data && data.reason_code ? ` (${data.reason_code})` : '';
  return `${type}${server}${session}${reason}`;
}

/** The way of evidence from where it is seen to the service: journal, spool, sender. */
export interface Delivery {
  readonly journal: Journal;
  readonly reports: LocalReports;
  /** `listener` is told of every event from now on, in order. */
  follow(listener: (event: EvidenceEvent) => void): void;
  /** From now on the service may ask for this. */
  answer(kind: string, handler: Handler): void;
  /** Sends what can be sent within a second, and leaves the rest on disk. */
  finish(): Promise<void>;
}

/** Opens the spool of this process and begins to send, first of all what dead executors left. */
export async function openDelivery(executor_id: string, options: DeliveryOptions): Promise<Delivery> {
  const self = thisProcess(executor_id);
  const reports = createLocalReports();
  const listeners = [reports.take];
  const losses = createProducer(`${executor_id}/spool`);
  let wake = (): void => undefined;
  const spool = await openSpool(options.spoolDirectory, self, {
    lossEvent: (attempt_id, count, reason_code) =>
      losses.event(attempt_id, seen('evidence-lost', { count, reason_code })),
    onKept: () => {
      wake();
    },
  });
  const backlog = withOrphans(spool, options.spoolDirectory, self);
  const sender = createSender({
    sink: createHttpSink(options.service),
    backlog,
    onTrouble: (trouble) => {
      options.onTrouble(problem(trouble));
    },
  });
  wake = () => {
    sender.wake();
  };
  sender.wake();
  const presence = createPresence({ executor_id, service: options.service, onDetail: options.onDetail });
  return {
    reports,
    answer: (kind, handler) => {
      presence.answer(kind, handler);
    },
    follow: (listener) => void listeners.push(listener),
    journal: createJournal({
      executor_id,
      spool,
      onEvent: (event) => {
        for (const listener of listeners) listener(event);
        presence.take(event);
        options.onDetail(describe(event));
      },
    }),
    async finish() {
      await spool.settle();
      await sender.finish(lastSendMs);
      await presence.finish(lastFarewellMs);
      await backlog.release();
      const { unkept } = await spool.finish();
      if (unkept > 0)
        options.onTrouble(`${unkept} events of evidence could neither be sent nor kept on disk`);
    },
  };
}

import type { TransportLike } from '@mcp-witness/mcp-frames';
import { observeServer } from './adapters/observe-server.ts';
import { watchTransport } from './adapters/watch-transport.ts';
import { type HttpEdges, httpEdges } from './edge/http-edges.ts';
import { compose } from './compose.ts';
import { createHub, type Hub } from './hub/hub.ts';
import { createLog } from './log.ts';
import { type CustomEvent, observationOfCustom } from './custom/custom-event.ts';
import { type ObserveOptions, optionsOf } from './options.ts';
import { labelOf } from './label.ts';

/** What observes one server, however many instances it has in this process. */
export interface Observer {
  /** The same server, observed; untouched, with one line to the log, where that is not possible. Never throws. */
  observe<T>(server: T): T;
  /** The same transport, for a server that is not itself observed: pass it to `connect`. Never throws. */
  observeTransport<T extends TransportLike & object>(transport: T): T;
  /** For those who serve HTTP: what is turned away before a server sees it, and servers that cannot be observed. */
  readonly http: HttpEdges;
  /** Tells of something of the owner's own. Never throws; an event that is none costs a line in the log. */
  record(event: CustomEvent): void;
  /** Resolves when all that was seen is delivered or counted as lost, or the time is over. Never rejects. */
  flush(deadlineMs?: number): Promise<void>;
  /** The same, and nothing is seen from then on. */
  close(deadlineMs?: number): Promise<void>;
}

const environment = (): Readonly<Record<string, string | undefined>> =>
  typeof process === 'object' ? process.env : {};

/** An observer of its own, for one server name: its sinks and hooks are shared with nobody. Never throws. */
export function createObserver(given: ObserveOptions = {}): Observer {
  const options = optionsOf(given);
  const log = createLog(options.log);
  const hub = options.enabled === false ? null : attempt(() => makeHub(options, log), null);

  function attempt<T>(step: () => T, otherwise: T): T {
    try {
      return step();
    } catch (error) {
      log(`nothing is observed here: ${error instanceof Error ? error.message : 'an unknown fault'}`);
      return otherwise;
    }
  }

  return {
    http: httpEdges(hub),
    observe(server) {
      if (hub === null) return server;
      const isObserved = attempt(() => observeServer(server, hub), null);
      if (isObserved === false)
        log(
          'this is no MCP server that can be observed; it is left as it is. Observe its transport, or HTTP edge.',
        );
      return server;
    },
    observeTransport: (transport) =>
      hub === null ? transport : attempt(() => watchTransport(transport, hub, null), transport),
    record(event) {
      if (hub === null) return;
      try {
        hub.pipeline.take(observationOfCustom(event, labelOf(options, undefined), Date.now()));
      } catch (error) {
        log(`an event was not recorded: ${error instanceof Error ? error.message : 'an unknown fault'}`);
      }
    },
    flush: (deadlineMs) => hub?.pipeline.flush(deadlineMs) ?? Promise.resolve(),
    close: (deadlineMs) => hub?.pipeline.close(deadlineMs) ?? Promise.resolve(),
  };
}

function makeHub(options: ObserveOptions, log: (line: string) => void): Hub {
  const server = labelOf(options, undefined);
  const { pipeline, rewriter } = compose(options, server, log);
  return createHub({ server, pipeline, rewriter, env: options.env ?? environment(), log });
}

import { eventLogOver, type EventLogOptions } from '../engine/event-log.ts';
import { type Engine } from '../engine/engine.ts';
import { type OpenEventLog } from '../port.ts';
import { createStore } from './store.ts';

/** An event log that lives as long as its process. For tests and trials. */
export function memoryEventLog(options: EventLogOptions = {}): OpenEventLog {
  return eventLogOver(createEngine, options);
}

function createEngine(): Engine {
  const store = createStore();
  return {
    store: (appends) => Promise.resolve(appends.map((append) => store.append(append))),
    readStream: ({ tenant_id, stream, from, limit }) =>
      Promise.resolve(store.stream(tenant_id, stream).slice(Math.max(from, 0)).slice(0, limit)),
    readAll: ({ after, limit }) => Promise.resolve(store.all(after, limit)),
    head: () => Promise.resolve(store.head()),
    failure: () => 'broken',
    close: () => Promise.resolve(),
  };
}

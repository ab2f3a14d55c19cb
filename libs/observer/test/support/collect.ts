import { createObserver, type Observation, type Observer, type ObserveOptions } from '@mcp-witness/observer';

export interface Collected {
  readonly observer: Observer;
  readonly all: Observation[];
  readonly of: (kind: Observation['kind']) => Observation[];
}

/** An observer whose observations are kept, with no environment but what is given. */
export function collect(options: ObserveOptions = {}): Collected {
  const all: Observation[] = [];
  const observer = createObserver({
    server: 'tickets',
    env: {},
    ...options,
    pipeline: {
      take: (observation) => all.push(observation),
      flush: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  });
  return { observer, all, of: (kind) => all.filter((one) => one.kind === kind) };
}

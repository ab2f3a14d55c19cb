import { collectDefaultMetrics, Registry } from 'prom-client';

/** The process's metrics. Labels are bounded: types, codes and templates, never ids, names or paths. */
export const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

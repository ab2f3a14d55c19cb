/** Runs what is asked under one name in the order of asking, one at a time; different names do not wait for each other. */
export type Turns = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>;

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    const settled = mine.catch(() => undefined);
    last.set(name, settled);
    try {
      return await mine;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
};

/** Things by name, each of its own weight. */
export interface Shelf<Thing> {
  /** Makes it the one that was used last. */
  get(name: string): Thing | undefined;
  put(name: string, thing: Thing, weight: number): void;
  drop(name: string): void;
  /** Takes out the least used, but never `except`, as long as all together weigh more than they may. */
  overflow(except: string): readonly (readonly [string, Thing])[];
  entries(): Iterable<readonly [string, Thing]>;
}

export const createShelf = <Thing>(mostWeight: number): Shelf<Thing> => {
  const held = new Map<string, { readonly thing: Thing; readonly weight: number }>();
  let weight = 0;
  const drop = (name: string): void => {
    weight -= held.get(name)?.weight ?? 0;
    held.delete(name);
  };
  return {
    get(name) {
      const found = held.get(name);
      if (found === undefined) return undefined;
      held.delete(name);
      held.set(name, found);
      return found.thing;
    },
    put(name, thing, own) {
      drop(name);
      held.set(name, { thing, weight: own });
      weight += own;
    },
    drop,
    overflow(except) {
      const out: [string, Thing][] = [];
      for (const [name, { thing }] of held) {
        if (weight <= mostWeight || name === except) break;
        drop(name);
        out.push([name, thing]);
      }
      return out;
    },
    *entries() {
      for (const [name, { thing }] of held) yield [name, thing];
    },
  };
};

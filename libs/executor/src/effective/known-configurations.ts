import type { ServerConfiguration } from '@mcp-witness/evidence';

/** Different configurations of servers, for the secrets in them. */
export interface KnownConfigurations {
  /** One of nobody: known until 1,000 others of nobody have come after it. */
  readonly met: (given: readonly ServerConfiguration[]) => void;
  /** Known until the answer is called, and as one of nobody from then on. */
  readonly hold: (given: readonly ServerConfiguration[]) => () => void;
  readonly all: readonly ServerConfiguration[];
}

const mostOfNobody = 1_000;

/** One that is nested too deeply to be written stands for itself. */
function keyOf(configuration: ServerConfiguration): unknown {
  try {
    return JSON.stringify(configuration);
  } catch {
    return configuration;
  }
}

interface Held {
  readonly one: ServerConfiguration;
  holders: number;
}

/** `onForgotten` is told what is known no longer. */
export function createKnownConfigurations(
  onForgotten: (configurations: readonly ServerConfiguration[]) => void,
): KnownConfigurations {
  const held = new Map<unknown, Held>();
  /** The one that came last is the last. */
  const ofNobody = new Map<unknown, ServerConfiguration>();

  function add(key: unknown, one: ServerConfiguration): void {
    ofNobody.delete(key);
    ofNobody.set(key, one);
  }

  function trim(): void {
    const tooMany = ofNobody.size - mostOfNobody;
    if (tooMany <= 0) return;
    const gone = [...ofNobody].slice(0, tooMany);
    for (const [key] of gone) ofNobody.delete(key);
    onForgotten(gone.map(([, one]) => one));
  }

  function release(key: unknown): void {
    const known = held.get(key);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    held.delete(key);
    add(key, known.one);
  }

  return {
    met(given) {
      for (const one of given) {
        const key = keyOf(one);
        if (!held.has(key)) add(key, one);
      }
      trim();
    },
    hold(given) {
      const keys = given.map((one) => {
        const key = keyOf(one);
        const known = held.get(key) ?? { one, holders: 0 };
        known.holders += 1;
        held.set(key, known);
        ofNobody.delete(key);
        return key;
      });
      return () => {
        for (const key of keys.splice(0)) release(key);
        trim();
      };
    },
    get all() {
      return [...[...held.values()].map(({ one }) => one), ...ofNobody.values()];
    },
  };
}

import type { ServerConfiguration } from '@mcp-witness/evidence';
import { describe, expect, it } from '@jest/globals';
import { createKnownConfigurations } from './known-configurations.ts';

const some = (from: number, to: number): ServerConfiguration[] =>
  Array.from({ length: to - from }, (_, n) => ({ env: { TOKEN: `token-${from + n}` } }));

function scene() {
  const gone: ServerConfiguration[] = [];
  const known = createKnownConfigurations((forgotten) => void gone.push(...forgotten));
  return { known, gone };
}

describe('the configurations that are known', () => {
  it('are each known once, and of those of nobody the last 1,000', () => {
    const { known, gone } = scene();
    known.met(some(0, 1_000));
    known.met(some(0, 1));
    expect([known.all.length, gone]).toEqual([1_000, []]);
    known.met(some(1_000, 1_002));
    expect(known.all).toHaveLength(1_000);
    expect(gone).toEqual(some(1, 3));
    expect(known.all).toEqual(expect.arrayContaining([...some(0, 1), ...some(1_000, 1_002)]));
  });

  it('stay while somebody holds them, however many come', () => {
    const { known, gone } = scene();
    known.met(some(0, 1));
    const release = known.hold(some(0, 3));
    const releaseToo = known.hold(some(2, 3));
    for (let from = 3; from < 5_003; from += 100) known.met(some(from, from + 100));
    expect(known.all).toHaveLength(1_003);
    expect(gone).not.toContainEqual(some(2, 3)[0]);
    release();
    release();
    expect(known.all).toHaveLength(1_001);
    expect(known.all).toEqual(expect.arrayContaining(some(0, 3)));
    releaseToo();
    expect(known.all).toHaveLength(1_000);
    known.met(some(6_000, 7_000));
    expect(known.all).toEqual(some(6_000, 7_000));
    expect(gone).toEqual(expect.arrayContaining(some(0, 3)));
  });

  it('may be nested too deeply to be written', () => {
    const { known } = scene();
    const circle: Record<string, unknown> = {};
    circle.env = circle;
    known.hold([circle])();
    known.met([circle]);
    expect(known.all).toEqual([circle]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { secretNeedles } from '@mcp-witness/evidence';
import { createRing } from './ring.ts';

const texts = ({ lines }: ReturnType<typeof createRing>): string[] => lines.map(({ text }) => text);

describe('the ring of recent output', () => {
  it('holds the newest 50 lines, however their bytes were cut', () => {
    const ring = createRing();
    for (let n = 0; n < 60; n += 1) {
      const [head, tail] = [`line ${n}`.slice(0, 3), `line ${n}`.slice(3)];
      ring.error(Buffer.from(head));
      ring.error(Buffer.from(`${tail}\r\n\n`));
    }
    ring.noise(Buffer.from('a banner'));
    expect(texts(ring)).toHaveLength(50);
    expect(texts(ring).slice(-2)).toEqual(['line 59', 'a banner']);
    expect(ring.omitted).toBe(11);
    expect(ring.lines.at(-1)?.stream).toBe('stdout');
  });

  it('holds 16 KiB of what may be shown at most, and of a line twice the 4,096 bytes that may be', () => {
    const ring = createRing();
    for (let n = 0; n < 8; n += 1) ring.error(Buffer.from(`${String(n).repeat(10_000)}\n`));
    expect(texts(ring).map((text) => text.length)).toEqual([8_192, 8_192, 8_192, 8_192]);
    expect(texts(ring)[0]?.[0]).toBe('4');
    ring.error(Buffer.from('x'.repeat(100_000)));
    ring.error(Buffer.from('x'.repeat(100_000)));
    expect(texts(ring).at(-1)).toHaveLength(8_192);
  });

  it('shows a line that has no end yet', () => {
    const ring = createRing();
    ring.error(Buffer.from('one\nGo on? '));
    expect(texts(ring)).toEqual(['one', 'Go on? ']);
  });

  it('strikes secrets out of what it holds, and leaves what it shows as it is otherwise', () => {
    const ring = createRing();
    const padding = 'x '.repeat(3_000);
    ring.error(Buffer.from(`says walnut-shell\nsays nothing\n${padding}walnut-shell\nwalnut-shell?`));
    ring.noise(Buffer.from('a banner of walnut-shell'));
    ring.strike(secretNeedles([{ env: [{ name: 'A', value: 'walnut-shell' }] }]));
    expect(texts(ring)).toHaveLength(4);
    expect(texts(ring).join()).not.toContain('walnut');
    expect(texts(ring)[1]).toBe('says nothing');
    expect(texts(ring)[2]?.length).toBeGreaterThan(padding.length);
  });

  it('forgets a line that is being written when secrets are struck out, as it may end within one', () => {
    const ring = createRing();
    ring.error(Buffer.from('says nothing\nthe key is walnut-'));
    ring.strike(secretNeedles([{ env: [{ name: 'A', value: 'walnut-shell' }] }]));
    ring.error(Buffer.from('she'));
    ring.error(Buffer.from('ll\nand more\n'));
    expect(texts(ring)).toEqual(['says nothing', 'and more']);
    expect(ring.omitted).toBe(1);
  });
});

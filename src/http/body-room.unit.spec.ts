import { describe, expect, it } from '@jest/globals';
import { createBodyRoom } from './body-room.ts';

const full = expect.objectContaining({ code: 'unavailable', options: { retryAfterSeconds: 1 } });

describe('the room for bodies', () => {
  it('refuses at once what does not fit beside the others, and takes it later', () => {
    const room = createBodyRoom(20);
    const [one, other] = [room.open('a'), room.open('a')];
    one.take(8);
    expect(() => {
      other.expect(3);
    }).toThrow(full);
    expect(() => {
      other.take(3);
    }).toThrow(full);
    other.take(2);
    one.release();
    other.take(8);
  });

  it('gives each holder no more than it leaves free, so that the next finds some', () => {
    const room = createBodyRoom(64);
    const shares = ['a', 'b', 'c', 'd'].map((holder) => [room.open(holder), room.open(holder)] as const);
    for (const [at, [one, other]] of shares.entries()) {
      const most = 32 / 2 ** at;
      one.take(most / 2);
      other.take(most / 2);
      for (const share of [one, other])
        expect(() => {
          share.take(1);
        }).toThrow(full);
    }
    for (const share of shares.flat()) share.release();
    const [first, again] = [room.open('a'), room.open('a')];
    first.take(16);
    again.take(16);
    expect(() => {
      again.take(1);
    }).toThrow(full);
  });

  it('lets one in however large it is, and gives back once what it took', () => {
    const room = createBodyRoom(20);
    const [large, other] = [room.open('a'), room.open('a')];
    large.take(9);
    large.take(90);
    large.release();
    large.release();
    other.take(10);
    expect(() => {
      large.take(1);
    }).toThrow(full);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createBodyRoom } from './body-room.ts';

const full = expect.objectContaining({ code: 'unavailable', options: { retryAfterSeconds: 1 } });

describe('the room for bodies', () => {
  it('refuses at once what does not fit beside the others, and takes it later', () => {
    const room = createBodyRoom(10);
    const [one, other] = [room.open(), room.open()];
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

  it('lets one in however large it is, and gives back once what it took', () => {
    const room = createBodyRoom(10);
    const [large, other] = [room.open(), room.open()];
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

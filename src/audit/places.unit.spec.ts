import { describe, expect, it } from '@jest/globals';
import { createPlaces } from './places.ts';

const never = 2_000_000_000;
const full = { code: 'unavailable', options: { retryAfterSeconds: 2 } };

describe('places', () => {
  it('are given to so many, and then to whoever waits, in turn, as they are given back', async () => {
    const places = createPlaces({ most: 2, waiting: 2, patienceMilliseconds: never });
    const [first, second] = [await places.enter(), await places.enter()];
    const order: string[] = [];
    const [third, fourth] = ['third', 'fourth'].map(async (name) => {
      const leave = await places.enter();
      order.push(name);
      return leave;
    });
    await expect(places.enter()).rejects.toMatchObject(full);
    first();
    (await third)?.();
    first();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
    second();
    await places.enter();
    await Promise.all([
      fourth?.then((leave) => {
        leave();
      }),
    ]);
  });

  it('are refused to who has waited too long, and go past them', async () => {
    const places = createPlaces({ most: 1, waiting: 1, patienceMilliseconds: 1 });
    const leave = await places.enter();
    await expect(places.enter()).rejects.toMatchObject(full);
    leave();
    leave();
    await places.enter();
    await expect(places.enter()).rejects.toMatchObject(full);
  });
});

import { setTimeout as delay } from 'node:timers/promises';

const deadlineMs = 30_000;

/** What `take` gives once `holds` is true of it, or at last when it never is: the test then says what is wrong. */
export async function once<T>(take: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await take();
    if (holds(value) || Date.now() > end) return value;
    await delay(150);
  }
}

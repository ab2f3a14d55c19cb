import { describe, expect, it } from '@jest/globals';
import { createAdmission } from './admission.ts';

describe('admission', () => {
  it('refuses at once what does not fit beside what is inside, and lets it in later', async () => {
    const admission = createAdmission(10);
    let leave = (): void => undefined;
    const inside = admission.admit(8, () => new Promise<void>((resolve) => (leave = resolve)));
    await expect(admission.admit(3, () => Promise.resolve('in'))).rejects.toMatchObject({
      code: 'unavailable',
      options: { retryAfterSeconds: 1 },
    });
    expect(await admission.admit(2, () => Promise.resolve('in'))).toBe('in');
    leave();
    await inside;
    expect(await admission.admit(10, () => Promise.resolve('in'))).toBe('in');
  });

  it('lets one in however heavy it is, and gives the room back when it fails', async () => {
    const admission = createAdmission(10);
    await expect(admission.admit(99, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await admission.admit(99, () => Promise.resolve('in'))).toBe('in');
  });
});

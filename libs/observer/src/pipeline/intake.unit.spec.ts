import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { anObservation } from '../../test/support/observations.ts';
import { createIntake, type Intake } from './intake.ts';

describe('observations that come one upon the other', () => {
  let judged: string[];
  let intake: Intake;

  beforeEach(() => {
    jest.useFakeTimers();
    judged = [];
    intake = createIntake({
      judge: ({ id }) => {
        judged.push(id);
        return null;
      },
      onVerdict: () => undefined,
      limit: 100,
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gather for a while, and are judged together', () => {
    for (const id of ['1', '2']) {
      intake.add(anObservation({ id }));
      jest.advanceTimersByTime(1);
      expect(judged).toEqual([]);
    }
    jest.advanceTimersByTime(10);
    expect(judged).toEqual(['1', '2']);
  });

  it('do not gather where somebody waits for them', async () => {
    intake.add(anObservation({ id: '1' }));
    const idle = intake.idle();
    jest.advanceTimersByTime(1);
    expect(judged).toEqual(['1']);
    await idle;
  });
});

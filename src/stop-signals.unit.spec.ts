import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { onStopSignals } from './stop-signals.ts';

const heardOf = (signals: readonly (readonly [NodeJS.Signals, number])[]): readonly string[] => {
  const heard: string[] = [];
  const source = new EventEmitter();
  let time = 0;
  onStopSignals({
    source,
    now: () => time,
    gentle: (signal) => heard.push(signal),
    forced: () => heard.push('forced'),
  });
  for (const [signal, at] of signals) {
    time = at;
    source.emit(signal, signal);
  }
  return heard;
};

describe('a signal to stop', () => {
  it('is one press however often it arrives within a second', () => {
    expect(
      heardOf([
        ['SIGINT', 5],
        ['SIGINT', 5],
        ['SIGINT', 900],
        ['SIGTERM', 1_004],
      ]),
    ).toEqual(['SIGINT']);
  });

  it('forces when it comes again later', () => {
    expect(
      heardOf([
        ['SIGTERM', 5],
        ['SIGINT', 1_005],
      ]),
    ).toEqual(['SIGTERM', 'forced']);
  });
});

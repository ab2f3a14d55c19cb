import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { previewApp } from './app.preview.ts';

describe('the application to be looked at', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('does nothing by itself', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    await previewApp();
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { traceparentOf } from './traceparent.ts';
import { tracestateOf } from './tracestate.ts';

const own = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a traceparent', () => {
  it('is told without what stands behind its flags', () => {
    expect(traceparentOf(own)).toBe(own);
    expect(traceparentOf(`cc${own.slice(2)}-password=hunter22`)).toBe(`cc${own.slice(2)}`);
  });

  it.each([null, 'x', own.toUpperCase(), own.replace(/[1-9a-f]/g, '0'), `ff${own.slice(2)}`])(
    'that is not well formed is not told: %s',
    (text) => {
      expect(traceparentOf(text)).toBeNull();
    },
  );
});

describe('a tracestate', () => {
  it.each(['congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7, congo=t61', 'fw529a3039@dt=FfQAAAAAA;1', 'a=b'])(
    'that is well formed is told as it is: %s',
    (text) => {
      expect(tracestateOf(text)).toBe(text);
    },
  );

  it.each([
    ['nothing', undefined],
    ['empty text', ''],
    ['members without a value', 'congo'],
    ['names in capitals', 'Congo=t61'],
    ['controls', 'congo=t6\u001b[31m1'],
    ['line breaks', 'congo=t61\n,rojo=1'],
    ['letters beyond ASCII', 'congo=té'],
    ['more members than 32', Array.from({ length: 33 }, (_, at) => `a${at}=1`).join()],
    ['more characters than 512', Array.from({ length: 3 }, (_, at) => `a${at}=${'x'.repeat(180)}`).join()],
    ['a secret', `congo=ghp_${'aB3dE6gH9'.repeat(4)}`],
  ])('of %s is not told', (_form, text) => {
    expect(tracestateOf(text)).toBeNull();
  });
});

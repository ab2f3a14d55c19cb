import { describe, expect, it } from '@jest/globals';
import { tellHandle } from './tell.ts';

const plan = { state: 'issued', session_id: 's', told: { handle: 'wh1_x', isOver: false } } as const;
const block = { type: 'text', text: 'n: wh1_x' };

describe('what a result tells of a handle', () => {
  it('stands behind all that the tool gave', () => {
    const first = { type: 'text', text: 'first' };
    expect(tellHandle({ content: [first] }, plan, 'n', false)).toEqual({ content: [first, block] });
    expect(tellHandle({ resultType: 'complete', content: [] }, plan, 'n', false)).toEqual({
      resultType: 'complete',
      content: [block],
    });
  });

  it('says of one that is over that it is, and gives another', () => {
    const over = { state: 'expired', session_id: 's', told: { handle: 'wh1_x', isOver: true } } as const;
    const text = 'n: wh1_x\nn: the given value is over, and tells of no session';
    const result = { content: [], structuredContent: {} };
    expect(tellHandle(result, over, 'n', true)).toEqual({
      content: [{ type: 'text', text }],
      structuredContent: { n: 'wh1_x' },
    });
  });

  it('waits while the server asks for input: the call goes on', () => {
    const asking = { resultType: 'input_required', inputRequests: {}, requestState: 'x', content: [] };
    expect(tellHandle(asking, plan, 'n', true)).toBe(asking);
  });

  it('is left out where there is no place for it', () => {
    for (const result of [{}, { content: 'text' }, { content: null }])
      expect(tellHandle(result, plan, 'n', false)).toBe(result);
  });

  it('does not take the place of a member of the tool’s own', () => {
    const own = { content: [], structuredContent: { n: 'own' } };
    expect(tellHandle(own, plan, 'n', true)).toEqual({ content: [block], structuredContent: { n: 'own' } });
    const failed = { content: [], isError: true, structuredContent: {} };
    expect(tellHandle(failed, plan, 'n', true)).toEqual({ ...failed, content: [block] });
  });
});

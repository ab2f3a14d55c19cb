import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { createTokenEstimator, estimator, type TokenEstimator, type TokenEstimatorOptions } from './index.ts';

const shared = createTokenEstimator({ budgetMs: 60_000 });
const open: TokenEstimator[] = [];

function create(options?: TokenEstimatorOptions): TokenEstimator {
  const made = createTokenEstimator(options);
  open.push(made);
  return made;
}

afterEach(() => {
  for (const made of open.splice(0)) made.close();
});

afterAll(() => {
  shared.close();
});

const ping = { name: 'ping', inputSchema: { type: 'object' } };
const createTicket = {
  name: 'create_ticket',
  title: 'Create ticket',
  description: 'Opens a ticket in the tracker and returns its key.',
  inputSchema: {
    type: 'object',
    properties: {
      project: { type: 'string', description: 'Project key' },
      summary: { type: 'string' },
      labels: { type: 'array', items: { type: 'string' } },
    },
    required: ['project', 'summary'],
  },
  outputSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  annotations: { readOnlyHint: false, destructiveHint: false },
};

/** More counting than any budget of a test allows, in runs that are each short enough to be counted. */
const endless = { description: `${'x'.repeat(1_000)} `.repeat(2_000) };

const oracle = (tool: unknown): number =>
  encode(JSON.stringify(tool), { disallowedSpecial: new Set() }).length;

describe('the token estimator', () => {
  it('names its method', () => {
    expect(estimator).toBe('o200k_base:mcp-tool-json-v1');
  });

  it('counts the compact JSON of each whole tool as served', async () => {
    expect(await shared.estimate([ping, createTicket])).toEqual([12, 108]);
  });

  it('counts as another o200k_base library does, whatever the tools hold', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const words = fc.lorem({ maxCount: 30 });
    const special = fc.constantFrom('<|endoftext|>', '<|endofprompt|>', 'a <|endoftext|> b');
    const tool = fc.record({
      name: text,
      description: fc.oneof(words, text, special),
      inputSchema: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(tool, { maxLength: 8 }), async (tools) => {
        expect(await shared.estimate(tools)).toEqual(tools.map(oracle));
      }),
      { numRuns: 200 },
    );
  });

  it('counts special tokens as plain text', async () => {
    const tool = { name: 'x', description: '<|endoftext|><|endofprompt|>' };
    const [counted] = await shared.estimate([tool]);
    expect(counted).toBe(oracle(tool));
    expect(counted).toBeGreaterThan(12);
  });

  it('gives null for an unbroken run that would take too long, and counts its neighbours', async () => {
    const run = { name: 'x', description: 'a'.repeat(60_000) };
    const wide = { name: 'x', description: '漢'.repeat(400) };
    expect(await shared.estimate([run, ping, wide])).toEqual([null, 12, null]);
  });

  it('gives null for what has no JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(await shared.estimate([undefined, circular, { size: 1n }, ping])).toEqual([null, null, null, 12]);
  });

  it('gives nothing for nothing', async () => {
    expect(await shared.estimate([])).toEqual([]);
  });

  it('gives what it has when the budget ends, and what was asked for later its own time', async () => {
    const subject = create({ budgetMs: 12_000 });
    const first = subject.estimate([ping, endless]);
    const nearlyOver = new Promise((resolve) => setTimeout(resolve, 10_000, 'nearly over'));
    expect(await Promise.race([first, nearlyOver])).toBe('nearly over');
    const second = subject.estimate([createTicket]);
    expect(await Promise.all([first, second])).toEqual([[12, null], [108]]);
  }, 60_000);

  it('remembers counts that came too late', async () => {
    const subject = create({ budgetMs: 1 });
    expect(await subject.estimate([ping])).toEqual([null]);
    const deadline = Date.now() + 20_000;
    let counts: (number | null)[] = [null];
    while (counts[0] === null && Date.now() < deadline) counts = await subject.estimate([ping]);
    expect(counts).toEqual([12]);
  });

  it('resolves what is open when it is closed, and starts again when asked again', async () => {
    const subject = create();
    const pending = subject.estimate([ping]);
    subject.close();
    expect(await pending).toEqual([null]);
    expect(await subject.estimate([ping])).toEqual([12]);
  });

  it('works on after its thread was idle and ended', async () => {
    const subject = create({ idleMs: 1 });
    expect(await subject.estimate([ping])).toEqual([12]);
    expect(await subject.estimate([createTicket])).toEqual([108]);
  });
});

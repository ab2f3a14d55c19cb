import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainPolicy } from '../../test/policy.ts';
import type { EndpointAddress } from '../endpoint/index.ts';
import { createAttachments } from './attachments.ts';
import { createSessionIdentity } from './identity.ts';
import { passLongLines } from './long-lines.ts';
import { pumpRequests } from './pump.ts';

const address: EndpointAddress = { url: 'http://127.0.0.1:1/s/x/mcp', headers: [] };
const ours = { type: 'http', name: 'witness', ...address };

function attachments(inject: boolean): ReturnType<typeof createAttachments> {
  const created = createAttachments({
    effective: { put: () => undefined, met: () => undefined },
    onTrouble: () => undefined,
    identity: createSessionIdentity({ session: null, task: null }),
    keeper: { open: () => Promise.resolve(), note: () => undefined, delivered: () => undefined },
    builtIn: inject ? { name: 'witness', address: () => Promise.resolve(address) } : null,
    policy: plainPolicy,
    execution: { execution_id: 'e', host: 'h', agent: { id: null, pid: null } },
  });
  void created.request(Buffer.from('{"id":0,"method":"initialize"}'));
  created.answer(Buffer.from('{"id":0,"result":{"agentCapabilities":{"mcpCapabilities":{"http":true}}}}'));
  return created;
}

/** All that goes on to the agent. */
async function pass(chunks: readonly Buffer[], inject = true): Promise<string> {
  const to = new PassThrough({ highWaterMark: 1 << 24 });
  const long = passLongLines(() => undefined);
  await pumpRequests(Readable.from(chunks), to, { attachments: attachments(inject), long });
  return text(to);
}

const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
const keys = fc.oneof(fc.constantFrom('cwd', 'method', 'params', 'id', 'mcpServers'), fc.string());
const methods = fc.oneof(
  fc.constantFrom('session/new', 'session/load', 'session/resume', 'session/fork', 'session/prompt'),
  fc.string(),
);
const meta = fc.dictionary(
  fc.oneof(fc.constantFrom('witness/session_id', 'witness/task_id'), fc.string()),
  json,
);
const requests = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: methods,
    params: fc.oneof(
      fc
        .record(
          { mcpServers: fc.oneof(fc.array(json), json), _meta: fc.oneof(meta, json) },
          { requiredKeys: [] },
        )
        .chain((known) => fc.dictionary(keys, json).map((rest) => ({ ...rest, ...known }))),
      json,
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the agent is to get for a request, said over its value. */
function expected(request: Fields, inject: boolean): unknown {
  const { method, params, id } = request;
  const attach = /^session\/(new|load|resume|fork)$/.test(String(method));
  if (!attach || !isFields(params)) return request;
  const out: Fields = { ...params };
  if (isFields(params._meta)) {
    out._meta = Object.fromEntries(
      Object.entries(params._meta).filter(([key]) => !/^witness\/(session|task)_id$/.test(key)),
    );
  }
  const answered = typeof id === 'string' || typeof id === 'number';
  const list = inject && answered ? withOurs(params, /resume|fork/.test(String(method))) : null;
  return { ...request, params: list === null ? out : { ...out, mcpServers: list } };
}

/** Null: the list stays as it is. */
function withOurs(params: Fields, mayInsert: boolean): readonly unknown[] | null {
  const { mcpServers } = params;
  if (Array.isArray(mcpServers)) {
    const named = mcpServers.some((one) => isFields(one) && one.name === 'witness');
    return named ? null : [...(mcpServers as unknown[]), ours];
  }
  const absent = mayInsert && !Object.hasOwn(params, 'mcpServers');
  return mcpServers === null || absent ? [ours] : null;
}

describe('what goes on to the agent', () => {
  it.each([true, false])(
    'differs from what came in the list of servers and the named ids alone (inject: %s)',
    async (inject) => {
      await fc.assert(
        fc.asyncProperty(requests, fc.constantFrom(undefined, 1, '\t'), async (request, indent) => {
          const line = JSON.stringify(request, null, indent).replaceAll('\n', '\r');
          const after = await pass([Buffer.from(line)], inject);
          const value: unknown = JSON.parse(line);
          expect(JSON.parse(after)).toEqual(expected(value as Fields, inject));
          const unchanged = JSON.stringify(JSON.parse(after)) === JSON.stringify(value);
          expect(after === line).toBe(unchanged);
        }),
        { numRuns: 400 },
      );
    },
  );

  it('is the same for every chunking', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(requests, { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (list, size) => {
          const bytes = Buffer.from(list.map((request) => `${JSON.stringify(request)}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          expect(await pass(chunks)).toBe(await pass([bytes]));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a session call', () => {
  it.each(['session/new', 'session\\/new', '\\u0073ession/new', 'session/n\\u0065w'])(
    'is known by its method, however that is written (%s)',
    async (method) => {
      const line = `{"\\u006dethod":"${method}","id":1,"params":{"mcpServers":[]}}\n`;
      const plain = '{"method":"session/prompt","id":2,"params":{"mcpServers":[]}}\n';
      const after = await pass([Buffer.from(plain + line + plain)]);
      expect(after.split('\n').map((one) => one.includes(ours.url))).toEqual([false, true, false, false]);
    },
  );
});

describe('an agent that ends while a session call is on its way', () => {
  it.each(['the address of our server', 'the disk'])(
    'leaves no attempt without an end (%s)',
    async (slow) => {
      const told: [string, string][] = [];
      let go = (): void => undefined;
      const wait = new Promise<void>((resolve) => (go = resolve));
      const takes = (attempt_id: string, facts: readonly { type: string }[]): void => {
        told.push(...facts.map(({ type }): [string, string] => [attempt_id, type]));
      };
      const relay = createAttachments({
        effective: { put: () => undefined, met: () => undefined },
        onTrouble: () => undefined,
        identity: createSessionIdentity({ session: null, task: null }),
        keeper: {
          async open(attempt_id, facts) {
            takes(attempt_id, facts);
            if (slow === 'the disk') await wait;
          },
          note: takes,
          delivered: () => undefined,
        },
        builtIn: {
          name: 'witness',
          async address() {
            if (slow !== 'the disk') await wait;
            return address;
          },
        },
        policy: plainPolicy,
        execution: { execution_id: 'e', host: 'h', agent: { id: null, pid: null } },
      });
      void relay.request(Buffer.from('{"id":0,"method":"initialize"}'));
      relay.answer(Buffer.from('{"id":0,"result":{"agentCapabilities":{"mcpCapabilities":{"http":true}}}}'));
      const line = Buffer.from('{"id":1,"method":"session/new","params":{"mcpServers":[]}}');
      const outgoing = relay.request(line);
      await Promise.resolve();
      relay.ended('exited', 0);
      go();
      await outgoing;
      const of = (type: string): string[] => told.filter(([, one]) => one === type).map(([id]) => id);
      expect(of('execution-ended')).toEqual(of('attempt-started'));
    },
  );
});

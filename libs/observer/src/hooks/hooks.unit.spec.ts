import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  aCall,
  aList,
  anObservation,
  eventsOf,
  keepingSink,
  withPipeline,
} from '../../test/support/observations.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { containHook } from './contain.ts';
import type { HookCall } from './hooks.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const boom = (): never => {
  throw new Error('boom');
};

const nothing = undefined as unknown as Error;

/** What a hook may do that it should not, and what somebody's value may be. */
const hostile: readonly [string, () => unknown][] = [
  ['throws', boom],
  ['rejects with nothing', () => Promise.reject(nothing)],
  ['rejects', () => Promise.reject(new Error('boom'))],
  ['hangs', never],
  ['gives a thenable that throws', () => ({ then: boom })],
  ['gives a thenable whose then cannot be read', () => Object.defineProperty({}, 'then', { get: boom })],
  ['gives a thenable that settles never', () => ({ then: () => undefined })],
  ['gives nothing', () => undefined],
  ['gives a function', () => boom],
  ['gives a symbol', () => Symbol('boom')],
  ['gives getters that throw', () => Object.defineProperty({}, 'id', { get: boom, enumerable: true })],
  [
    'gives a proxy of which nothing works',
    () => new Proxy({}, { ownKeys: boom, get: boom, getOwnPropertyDescriptor: boom }),
  ],
  [
    'gives a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
];

describe('hooks that add', () => {
  it('add who it was, which session, tags and properties', async () => {
    const seen: HookCall[] = [];
    const [event] = await eventsOf(
      {
        identify: (call) => {
          seen.push(call);
          return { id: 'u-1', name: 'Ada', data: { plan: 'pro' } };
        },
        resolveSession: () => Promise.resolve(' conversation 7 '),
        tags: () => ({ team: 'core', 'bad name': 'x', empty: '' }),
        properties: () => Promise.resolve({ nested: { deep: [1, 'two'] } }),
      },
      [aCall({ query: 'x' })],
    );
    expect(seen[0]?.params).toEqual({ name: 'list_issues', arguments: { query: 'x' } });
    expect(event?.actor).toEqual({ id: 'u-1', name: 'Ada', data: { plan: 'pro' } });
    expect(event?.tags).toEqual({ team: 'core', empty: '' });
    expect(event?.properties).toEqual({ nested: { deep: [1, 'two'] } });
    expect(event?.correlation).toEqual({ rung: 'resolved', value: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('resolve the same session to the same digest everywhere, and to another on another server', async () => {
    const options: PipelineOptions = { resolveSession: () => 'conversation 7' };
    const correlation = async (server: string): Promise<unknown> =>
      (await eventsOf(options, [anObservation({ server })]))[0]?.correlation;
    expect(await correlation('hub')).toEqual(await correlation('hub'));
    expect(await correlation('hub')).not.toEqual(await correlation('other'));
  });

  it.each<[string, (call: HookCall) => unknown]>([
    ['itself', (call) => Reflect.set(call, 'kind', 'custom')],
    [
      'an argument',
      ({ params }) => Reflect.set((params as { arguments: object }).arguments, 'query', 'changed'),
    ],
    ['a block of the result', ({ result }) => (result as { content: unknown[] }).content.push('more')],
    [
      'a member of a block',
      ({ result }) => Reflect.deleteProperty((result as { content: object[] }).content[0]!, 'text'),
    ],
    ['a prototype', ({ params }) => Reflect.setPrototypeOf(params as object, { query: 'changed' })],
    [
      'a header',
      ({ extra }) => {
        (extra as { request: Request }).request.headers.set('x-own', 'changed');
      },
    ],
    [
      'what is frozen',
      ({ extra }) => Reflect.set((extra as { frozen: object[] }).frozen[0]!, 'deep', 'changed'),
    ],
  ])('change of a call nothing that others see: %s', async (_, change) => {
    const request = new Request('http://local/', { headers: { 'x-own': 'as it came' } });
    const frozen = Object.freeze([Object.freeze({ deep: 1 })]);
    const given = { query: 'as it came' };
    const result = { content: [{ type: 'text', text: 'as it came' }] };
    const before = JSON.stringify([given, result, frozen]);
    const seen: unknown[] = [];
    await eventsOf(
      {
        identify: (call) => {
          change(call);
          return null;
        },
        tags: ({ kind, params, result: answer, extra }) => {
          const { headers } = (extra as { request: Request }).request;
          seen.push(JSON.stringify([kind, params, answer, headers.get('x-own'), extra]));
          return null;
        },
      },
      [aCall(given, { result, extra: { request, frozen } })],
    );
    const params = { name: 'list_issues', arguments: given };
    expect(seen).toEqual([JSON.stringify(['call', params, result, 'as it came', { request: {}, frozen }])]);
    expect(JSON.stringify([given, result, frozen])).toBe(before);
    expect(request.headers.get('x-own')).toBe('as it came');
  });

  it('print of a call what the server has, however it is nested', async () => {
    const args: Record<string, unknown> = { query: 'x', list: [1, { deep: new Map([['a', { b: 1 }]]) }] };
    args.itself = args;
    const extra = [new Date(0), { authInfo: { scopes: new Set(['read']) } }];
    const print = (value: unknown): string => inspect(value, { depth: null }).replaceAll(/\s+/g, ' ');
    let [printed, whole] = ['', ''];
    await eventsOf(
      {
        identify: (call) => {
          printed = print([call.params, call.extra]);
          whole = print(call);
          return null;
        },
      },
      [aCall(args, { extra })],
    );
    expect(printed).toBe(print([{ name: 'list_issues', arguments: args }, extra]));
    expect(whole).toContain("kind: 'call', server: 'hub'");
  });

  it('are given maps and sets that are copies, all the way down', async () => {
    const member = { deep: 'as it came' };
    const key = { id: 1 };
    const map = new Map<unknown, unknown>([[key, member]]);
    map.set('itself', map).set('members', new Set<unknown>([member, map]));
    const seen: unknown[] = [];
    await eventsOf(
      {
        tags: ({ extra }) => {
          const { map: given } = extra as { map: typeof map };
          const [[ownKey, ownMember] = []] = given;
          Reflect.set(ownMember as object, 'deep', 'changed');
          Reflect.set(ownKey as object, 'id', 'changed');
          for (const each of given.get('members') as Set<object>) Reflect.set(each, 'deep', 'changed');
          seen.push(given.get(ownKey) === ownMember, given.get('itself') === given);
          given.clear();
          seen.push((extra as { map: typeof map }).map.size);
          return null;
        },
      },
      [aCall({}, { extra: { map } })],
    );
    expect(seen).toEqual([true, true, 3]);
    expect([member, key, map.size]).toEqual([{ deep: 'as it came' }, { id: 1 }, 3]);
  });

  it('do not outrank the token of a relay', async () => {
    const correlation = { rung: 'attempt_token', attachment_attempt_id: 'a', server_name: 'hub' } as const;
    const [event] = await eventsOf({ resolveSession: () => 's' }, [anObservation({ correlation })]);
    expect(event?.correlation).toEqual(correlation);
  });

  it.each(hostile)('cost their own part alone: one that %s', async (_, hook) => {
    const options = { identify: hook, resolveSession: hook, tags: hook, properties: hook, hookTimeoutMs: 20 };
    const [event] = await eventsOf(options as PipelineOptions, [anObservation({ id: 'x' })]);
    expect(event).toMatchObject({ id: 'x', actor: null, tags: null, correlation: { rung: 'none' } });
  });

  it('are told of events in order although one of them waits', async () => {
    const properties = ({ id }: HookCall): Promise<Record<string, string>> =>
      new Promise((resolve) => {
        setTimeout(
          () => {
            resolve({ id });
          },
          id === 'slow' ? 50 : 0,
        );
      });
    const ids = ['slow', 'b', 'c'];
    const events = await eventsOf(
      { properties },
      ids.map((id) => anObservation({ id })),
    );
    expect(events.map(({ id }) => id)).toEqual(ids);
    expect(events.map(({ properties: given }) => given)).toEqual(ids.map((id) => ({ id })));
  });
});

describe('a hook that fails three times in a row', () => {
  it('rests, and works again after it', async () => {
    let now = 0;
    let calls = 0;
    const logged: string[] = [];
    const hook = containHook('tags', () => ((calls += 1) < 4 ? boom() : 'well'), {
      timeoutMs: 20,
      now: () => now,
      log: (line) => logged.push(line),
    });
    for (let count = 0; count < 10; count += 1) await hook(null);
    expect(calls).toBe(3);
    expect(logged).toEqual(['the hook tags failed 3 times in a row and rests']);
    now = 10_001;
    expect(await hook(null)).toEqual({ ok: true, value: 'well' });
    expect(await hook(null)).toEqual({ ok: true, value: 'well' });
  });

  it('holds back nobody for long when it hangs', async () => {
    let calls = 0;
    const identify = (): Promise<never> => {
      calls += 1;
      return never();
    };
    const observations = Array.from({ length: 500 }, () => anObservation());
    const events = await eventsOf({ identify, hookTimeoutMs: 20 }, observations);
    expect(events).toHaveLength(500);
    expect(calls).toBeLessThan(100);
  });
});

describe('redactText', () => {
  const options: PipelineOptions = {
    arguments: { list_issues: ['query'] },
    tags: () => ({ team: 'Acme' }),
    properties: () => ({ customer: 'Acme', list: ['Acme'] }),
    identify: () => ({ id: 'Acme', data: { of: 'Acme' } }),
  };

  it('sees every text that is not of the protocol', async () => {
    const redactText = (text: string): Promise<string> => Promise.resolve(text.replaceAll('Acme', '***'));
    const [event] = await eventsOf({ ...options, redactText }, [aCall({ query: 'of Acme' })]);
    expect(JSON.stringify(event)).not.toContain('Acme');
    expect(event).toMatchObject({
      arguments: { query: 'of ***' },
      tags: { team: '***' },
      actor: { id: '***' },
    });
  });

  it('sees a text before it is cut', async () => {
    const secret = 'x'.repeat(155) + 'TOPSECRET';
    const redactText = (text: string): string => text.replaceAll('TOPSECRET', '');
    const [event] = await eventsOf({ arguments: 'summary', redactText }, [aCall({ query: secret })]);
    expect(event?.arguments_summary).toBe(`query=${'x'.repeat(155)}`);
  });

  it.each(hostile.filter(([name]) => name !== 'gives nothing'))(
    'lets nothing out that it did not judge: one that %s',
    async (_, hook) => {
      const sink = keepingSink();
      const redactText = hook as never;
      await withPipeline({ ...options, sinks: [sink], redactText, hookTimeoutMs: 20 }, async (pipeline) => {
        pipeline.take(aCall({ query: 'of Acme' }));
        await pipeline.flush();
      });
      expect(sink.batches).toEqual([{ events: [], lost: [{ reason_code: 'hook_failed', count: 1 }] }]);
    },
  );
});

describe('redactEvent', () => {
  it('drops an event, uncounted', async () => {
    const sink = keepingSink();
    await withPipeline({ sinks: [sink], redactEvent: () => null }, async (pipeline) => {
      pipeline.take(anObservation());
      await pipeline.flush();
    });
    expect(sink.batches).toEqual([]);
  });

  it('changes what is not of the protocol, and is redacted and cut itself', async () => {
    const [event] = await eventsOf(
      {
        redactEvent: (given) => ({
          ...given,
          name: 'renamed',
          client: null,
          tags: { added: 'y'.repeat(300) },
          text: 'Bearer abcdefgh12345678',
        }),
      },
      [anObservation()],
    );
    expect(event).toMatchObject({ name: 'renamed', client: null, tags: { added: 'y'.repeat(200) } });
    expect(event?.text).toBe('Bearer [redacted]');
  });

  it('cannot change what an event is', async () => {
    const [event] = await eventsOf(
      {
        redactEvent: (given) => ({
          ...given,
          id: 'other',
          outcome: 'tool_error',
          at: 0,
          correlation: { rung: 'handle', session_id: 's' },
        }),
      },
      [anObservation({ id: 'own' })],
    );
    expect(event).toMatchObject({ id: 'own', outcome: 'ok', correlation: { rung: 'none' } });
  });

  it('changes an event by what it gives back alone, and nothing of what the server listed', async () => {
    const tools = [{ name: 'find', inputSchema: { type: 'object' } }];
    const [event] = await eventsOf(
      {
        tags: () => ({ team: 'core' }),
        redactEvent: (given) => {
          Object.assign(given.tags!, { team: 'changed' });
          Object.assign(given.correlation, { rung: 'changed' });
          Reflect.set(given.listing!.served![0] as object, 'name', 'changed');
          return { ...given, tags: { given: 'back' } };
        },
      },
      [aList(tools)],
    );
    expect(event).toMatchObject({ tags: { given: 'back' }, correlation: { rung: 'none' } });
    expect(tools).toEqual([{ name: 'find', inputSchema: { type: 'object' } }]);
  });

  it('is given a copy of what was listed, to print, to clone and to change, of no more than its limits', async () => {
    const tools = Array.from({ length: 1_500 }, (_, at) => ({
      name: `t${at}`,
      inputSchema: { type: 'object' },
    }));
    const seen: unknown[] = [];
    const [event] = await eventsOf(
      {
        redactEvent: (given) => {
          const { served } = structuredClone(given).listing!;
          seen.push(served, inspect(given.listing!.served![0]));
          Object.assign(given.listing!.served![0] as object, { name: 'changed' });
          return given;
        },
      },
      [aList(tools)],
    );
    expect(seen).toEqual([tools.slice(0, 1_000), inspect(tools[0])]);
    expect(event?.listing).toMatchObject({ count: 1_500 });
    expect(tools[0]?.name).toBe('t0');
  });

  it('loses nothing of an event that stands beside a long list', async () => {
    const tools = Array.from({ length: 2_000 }, (_, at) => ({ name: `t${at}` }));
    const options: PipelineOptions = {
      tags: () => ({ team: 'core' }),
      redactEvent: (given) => ({ ...given }),
    };
    const [event] = await eventsOf(options, [aList(tools)]);
    expect(event?.tags).toEqual({ team: 'core' });
  });

  it.each(hostile)('lets nothing out that it did not judge: one that %s', async (_, hook) => {
    const sink = keepingSink();
    const redactEvent = hook as never;
    await withPipeline({ sinks: [sink], redactEvent, hookTimeoutMs: 20 }, async (pipeline) => {
      pipeline.take(anObservation({ id: 'x' }));
      await pipeline.flush();
    });
    const told = sink.events[0] ?? { id: 'x', tags: null, actor: null, properties: null };
    expect(told).toMatchObject({ id: 'x', tags: null, actor: null, properties: null });
    expect(sink.batches.length).toBe(1);
  });
});

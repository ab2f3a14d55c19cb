import { describe, expect, it } from '@jest/globals';
import type { Fact } from './fact.ts';
import { knownSecrets, redactFact } from './redact.ts';

const secret = 'q7kd93mzt0';

const resolved = (transport: string, target: string): Fact => ({
  type: 'server-resolved',
  witness: 'acp_relay',
  occurred_at: '2026-11-30T13:00:00Z',
  data: { server_name: 's', source: 'profile', transport, target, observed: false },
});

const shown = (configuration: object, transport: string, target: string): unknown =>
  (redactFact(resolved(transport, target), knownSecrets([configuration])).data as { target: string }).target;

describe('a target that leaves the process', () => {
  it.each([
    ['a header', { headers: [{ name: 'authorization', value: `Bearer ${secret}` }] }],
    ['the environment', { env: [{ name: 'KEY', value: secret }] }],
    ['an argument', { args: ['--key', secret] }],
  ])('is not shown when it holds a secret of %s', (_, configuration) => {
    expect(shown(configuration, 'http', `https://${secret}.example.com`)).toBe('<invalid endpoint>');
    expect(shown(configuration, 'stdio', secret)).toBe('<invalid command>');
  });

  it('is shown when an ordinary word of the configuration stands in it', () => {
    expect(shown({ args: ['node', 'server.js'] }, 'stdio', 'node')).toBe('node');
    expect(
      shown({ url: 'https://notebook.example.com/notebook' }, 'http', 'https://notebook.example.com'),
    ).toBe('https://notebook.example.com');
  });
});

describe('the catalog of a server of the host', () => {
  it('holds no secret of the configuration, in names, descriptions or schemas', () => {
    const listed: Fact = {
      type: 'tools-listed',
      witness: 'front',
      occurred_at: '2026-11-30T13:00:00Z',
      data: {
        server_name: 's',
        tool_count: 2,
        pages: 1,
        complete: true,
        tools: [
          {
            name: `ask_${secret}`,
            description: `Signs with ${secret}.`,
            input_schema: { type: 'object', properties: { as: { default: secret } } },
            estimated_tokens: 12,
          },
        ],
      },
    };
    const { data } = redactFact(listed, knownSecrets([{ env: [{ name: 'KEY', value: secret }] }]));
    expect(JSON.stringify(data)).not.toContain(secret);
    expect(data).toMatchObject({
      tool_count: 2,
      tools: [{ name: 'ask_[redacted]', description: 'Signs with [redacted].', estimated_tokens: 12 }],
    });
  });
});

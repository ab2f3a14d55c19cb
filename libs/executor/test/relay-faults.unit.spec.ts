import { createServer } from 'node:net';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { type Attachments, createAttachments } from '../src/relay/attachments.ts';
import { guard } from '../src/relay/guard.ts';
import { createSessionIdentity } from '../src/relay/identity.ts';
import type { FactKeeper } from '../src/journal/keeper.ts';
import { withDirectory } from './directory.ts';
import { ofType, type Run, withRun } from './run.ts';
import { plainPolicy } from './policy.ts';

/** A conversation with twenty tool calls under way at once, and all that the host got of it. */
async function converse(run: Run): Promise<string> {
  await run.ask('init', 'initialize', {});
  await run.ask('new', 'session/new', { cwd: '/', mcpServers: [] });
  for (let call = 0; call < 20; call += 1) run.send({ id: call, method: 'test/echo', params: { call } });
  for (let call = 0; call < 20; call += 1) await run.message({ id: call });
  run.endInput();
  expect(await run.exit).toBe(0);
  return run.output().toString();
}

/** Ports of the service: nobody there, somebody who never answers, somebody who breaks the connection. */
async function withPort(
  act: 'refuses' | 'silent' | 'breaks',
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((socket) => {
    if (act === 'breaks') socket.destroy();
    else socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (act === 'refuses') server.close();
  try {
    await use(url);
  } finally {
    server.close();
  }
}

/** A relay whose journal fails, with what was told of that. */
function faulty(refuse: ((line: Buffer) => void) | null): {
  readonly attachments: Attachments;
  readonly faults: readonly unknown[];
} {
  const faults: unknown[] = [];
  const keeper: FactKeeper = {
    open: () => Promise.reject(new Error('open')),
    note: () => {
      throw new Error('note');
    },
    delivered: () => undefined,
  };
  const attachments = createAttachments({
    effective: { put: () => undefined, met: () => undefined },
    onTrouble: () => undefined,
    identity: createSessionIdentity({ session: null, task: null }),
    keeper,
    builtIn: null,
    policy: plainPolicy,
    execution: { execution_id: 'e', host: 'h', agent: { id: null, pid: null } },
  });
  return { attachments: guard(attachments, { refuse, onFault: (error) => faults.push(error) }), faults };
}

describe('the agent does not notice', () => {
  let undisturbed = '';

  it('that it is watched', async () => {
    await withRun({}, async (run) => {
      undisturbed = await converse(run);
      expect(undisturbed.split('\n')).toHaveLength(24);
    });
  });

  it.each(['refuses', 'silent', 'breaks'] as const)('a service that %s', async (act) => {
    await withPort(act, (url) =>
      withRun({ service: { url, apiKey: null } }, async (run) => {
        expect(await converse(run)).toBe(undisturbed);
        expect(run.troubles).toEqual([]);
      }),
    );
  });

  it.each([500, 401, 422])('a service that answers %d', async (status) => {
    await withRun({}, async (run) => {
      run.service.behaviour = { status };
      expect(await converse(run)).toBe(undisturbed);
    });
  });

  it('that there is no place for a spool, and the evidence goes out all the same', async () => {
    await withDirectory(async (directory) => {
      await writeFile(join(directory, 'file'), '');
      await withRun({ spoolDirectory: join(directory, 'file', 'spool') }, async (run) => {
        expect(await converse(run)).toBe(undisturbed);
        expect(ofType(run.service.events, 'attempt-started')).toHaveLength(1);
        expect(run.troubles).toEqual([]);
      });
    });
  });

  it('that its evidence is lost where there is neither spool nor service, and a person is told how much', async () => {
    await withDirectory(async (directory) => {
      await mkdir(join(directory, 'spool'));
      await writeFile(join(directory, 'file'), '');
      await chmod(join(directory, 'file'), 0o400);
      await withPort('refuses', (url) =>
        withRun(
          { spoolDirectory: join(directory, 'file', 'spool'), service: { url, apiKey: null } },
          async (run) => {
            expect(await converse(run)).toBe(undisturbed);
            expect(run.troubles).toEqual([
              expect.stringMatching(/^\d+ events of evidence could neither be sent nor kept on disk$/),
            ]);
          },
        ),
      );
    });
  });

  it('a fault of the relay itself: its line goes on, without the ids of the host', async () => {
    const { attachments, faults } = faulty(null);
    const line = (meta: string): Buffer =>
      Buffer.from(`{"id":1,"method":"session/new","params":{"_meta":{${meta}}, "mcpServers":[]}}\n`);
    const outgoing = await attachments.request(line('"witness/task_id":"t"'));
    expect(outgoing.bytes.toString()).toBe(line('').toString());
    attachments.ended('exited', 0);
    expect(faults).toEqual([new Error('open'), new Error('note')]);
  });
});

describe('a fault of the relay itself where a rule denies servers', () => {
  it('refuses the line in words, and it goes nowhere', async () => {
    const refused: Buffer[] = [];
    const { attachments, faults } = faulty((answer) => refused.push(answer));
    const line = '{"id":"a\\"b","method":"session/new","params":{"mcpServers":[]}}\n';
    const outgoing = await attachments.request(Buffer.from(line));
    expect(outgoing.bytes).toHaveLength(0);
    expect(refused.map((answer) => JSON.parse(answer.toString()) as unknown)).toEqual([
      {
        jsonrpc: '2.0',
        id: 'a"b',
        error: { code: -32603, message: expect.stringContaining('did not pass it on') },
      },
    ]);
    expect(faults).toEqual([new Error('open')]);
  });
});

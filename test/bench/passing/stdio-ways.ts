import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createLineClient, type LineClient } from './line-client.ts';
import { programOf, startProgram } from './programs.ts';
import { filling, type Way } from './way.ts';
import type { Witness } from './witness.ts';

const peer = [process.execPath, programOf('./peer.mjs')];

const exchangeOver =
  (client: LineClient, method: string): Way['exchange'] =>
  async (size) => {
    await client.ask(method, { name: 'tool', size, filling });
  };

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Two pipes between a client and a peer, and nobody who looks. */
export function bareRelay(name: string, method: string): Way {
  const { child, end } = startProgram([programOf('./bare-relay.mjs'), ...peer]);
  const client = createLineClient(child.stdout!, child.stdin!);
  return {
    name,
    reference: null,
    processes: { relay: child.pid ?? 0 },
    exchange: exchangeOver(client, method),
    end,
  };
}

/** Prompts of a host to an agent under `witness run`. */
export const relayWay = (witness: Witness, reference: string): Way => ({
  name: 'relay',
  reference,
  processes: { executor: witness.pid },
  exchange: exchangeOver(witness.client, 'session/prompt'),
  end: () => witness.end(),
});

/** Calls of an agent to a stdio server that is observed. */
export async function stdioFrontWay(witness: Witness, reference: string): Promise<Way> {
  const { command, args, env } = witness.stdioEntry;
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...own } });
  const ended = once(child, 'exit');
  const client = createLineClient(child.stdout, child.stdin);
  await client.ask('initialize', initialize);
  return {
    name: 'stdio front',
    reference,
    processes: { executor: witness.pid, front: child.pid ?? 0 },
    exchange: exchangeOver(client, 'tools/call'),
    async end() {
      child.stdin.end();
      child.kill('SIGTERM');
      await ended;
      await witness.end();
    },
  };
}

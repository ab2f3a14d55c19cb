import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StdioEntry } from '../fronts.ts';
import type { ServerSight } from '../server-sight.ts';
import { createProcessSight } from './process-sight.ts';
import { createRecordReader } from './records.ts';

/** A stdio server that is fronted. */
interface FrontedStdio {
  readonly entry: StdioEntry;
  /** Starts no new process; waits shortly for those that are ending, and tells the others closed. They run on unobserved. */
  end(): Promise<void>;
}

export interface StdioFront {
  add(entry: StdioEntry, sight: ServerSight): FrontedStdio;
  close(): Promise<void>;
}

interface Target {
  readonly start: string;
  readonly sight: ServerSight;
  readonly processes: Map<Socket, { readonly gone: Promise<void>; end(): void }>;
}

/** The same place from the sources and from what is built of them. */
const program = fileURLToPath(new URL('../../../front/main.mjs', import.meta.url));

/** Read by the program, and not handed on to the server. */
const ADDRESS = 'WITNESS_FRONT';
/** What Node would read for the program itself: the server gets it from us. */
const FOR_NODE = 'NODE_OPTIONS';

const TOKEN = 43;
const FIRST_WORD_MS = 5000;
const LAST_WORD_MS = 400;

/** Command, arguments and what else is not for the process list; one line. */
function startLine({ command, args, env }: StdioEntry): string {
  const kept = Object.fromEntries(
    env.filter(({ name }) => name === FOR_NODE).map(({ name, value }) => [name, value]),
  );
  return `${JSON.stringify({ command, args, env: kept })}\n`;
}

function follow(socket: Socket, target: Target, first: Buffer): void {
  const seen = createProcessSight(target.sight);
  const reader = createRecordReader(seen.onRecord);
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      seen.onGone();
      target.processes.delete(socket);
      resolve();
    });
  });
  target.processes.set(socket, {
    gone,
    end() {
      seen.onEnd();
      socket.destroy();
    },
  });
  const take = (chunk: Buffer): void => {
    try {
      reader.feed(chunk);
    } catch {
      socket.destroy();
    }
  };
  socket.on('data', take);
  socket.write(target.start);
  take(first);
}

/** Nothing but a token that we know, within some seconds, makes a stranger on this port one of ours. */
function welcome(socket: Socket, targetOf: (token: string) => Target | undefined): void {
  let held = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.setNoDelay(true);
  const timer = setTimeout(() => socket.destroy(), FIRST_WORD_MS).unref();
  const onData = (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk]);
    if (held.length <= TOKEN) return;
    clearTimeout(timer);
    socket.off('data', onData);
    const target = held[TOKEN] === 10 ? targetOf(held.toString('latin1', 0, TOKEN)) : undefined;
    if (target === undefined) socket.destroy();
    else follow(socket, target, held.subarray(TOKEN + 1));
  };
  socket.on('data', onData);
}

/** Listens on a free port of 127.0.0.1 for the programs that stand before servers. Rejects when it cannot be had. */
export async function startStdioFront(): Promise<StdioFront> {
  const targets = new Map<string, Target>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    welcome(socket, (token) => targets.get(token));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  const { port } = server.address() as AddressInfo;

  return {
    add(entry, sight) {
      const token = randomBytes(32).toString('base64url');
      const target: Target = { start: startLine(entry), sight, processes: new Map() };
      targets.set(token, target);
      const env = entry.env.filter(({ name }) => name !== FOR_NODE);
      return {
        entry: {
          ...entry,
          command: process.execPath,
          args: [program],
          env: [...env, { name: ADDRESS, value: `${port}.${token}` }],
        },
        async end() {
          if (!targets.delete(token)) return;
          const ending = Promise.all([...target.processes.values()].map(({ gone }) => gone));
          await Promise.race([ending, delay(LAST_WORD_MS, undefined, { ref: false })]);
          for (const process of target.processes.values()) process.end();
          await sight.end();
        },
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

import { createHash } from 'node:crypto';
import { canonicalJson, type History, reasonPhrase, type SessionStatus } from '@mcp-witness/evidence';
import { attemptOf, sessionOf } from './allowed.ts';
import type { LookedAt, Told } from './known-secrets.ts';
import { selfCheck, type SelfChecked } from './self-check.ts';

export interface Diagnostics {
  readonly version: 1;
  readonly made_at: string;
  readonly versions: Readonly<Record<string, unknown>>;
  readonly session: Readonly<Record<string, unknown>>;
  /** The current one first. */
  readonly attempts: readonly ReturnType<typeof attemptOf>[];
  /** What the reason codes in it mean. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly left_out: readonly string[];
  readonly self_check: Omit<SelfChecked, 'value'>;
  /** SHA-256 of the canonical JSON of everything else. */
  readonly digest: string;
}

/** Bytes of the whole document as JSON, with room for its text form. */
const mostBytes = 224 * 1024;

const always = [
  'names, descriptions and schemas of tools; arguments and results of calls are recorded nowhere',
  'summaries in the words of agents and servers',
  'what the agent wrote lately, its working directory, host and process',
];

type Body = Pick<Diagnostics, 'attempts' | 'left_out'>;

const withoutTimelines = (attempts: Body['attempts']): Body['attempts'] =>
  attempts.map((attempt) => ({ ...attempt, timeline: [] }));

/** One after the other, until it is small enough. */
const cuts: readonly ((body: Body) => Body)[] = [
  ({ attempts: [current, ...before], left_out }) => ({
    attempts: current === undefined ? [] : [current, ...withoutTimelines(before)],
    left_out: [...left_out, 'timelines of earlier attempts, for its size'],
  }),
  ({ attempts, left_out }) => ({
    attempts: attempts.slice(0, 1),
    left_out: [...left_out, 'earlier attempts, for its size'],
  }),
  ({ attempts, left_out }) => ({
    attempts: withoutTimelines(attempts),
    left_out: [...left_out, 'the timeline, for its size'],
  }),
  ({ attempts, left_out }) => ({
    attempts: attempts.map((attempt) => ({ ...attempt, servers: attempt.servers.slice(0, 64) })),
    left_out: [...left_out, 'servers after the first 64, for its size'],
  }),
  ({ attempts, left_out }) => ({
    attempts: attempts.map((attempt) => ({ ...attempt, servers: attempt.servers.slice(0, 16) })),
    left_out: [...left_out, 'servers after the first 16, for its size'],
  }),
];

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function reasonsIn(value: unknown): Record<string, string> {
  const codes = new Set(
    [...JSON.stringify(value).matchAll(/"(?:[a-z_]*reason_code|code)":"([a-z0-9_]+)"/g)].map(
      ([, code]) => code ?? '',
    ),
  );
  return Object.fromEntries(
    [...codes].sort().flatMap((code) => {
      const phrase = reasonPhrase(code);
      return phrase === null ? [] : [[code, phrase]];
    }),
  );
}

interface Making {
  readonly made_at: string;
  /** Version of the service. */
  readonly service: string;
  /** Asks whoever knows the secrets of the session. */
  readonly known: (told: Told) => Promise<LookedAt>;
}

/** What may leave the machine for somebody who helps: bounded, by an allow-list, checked once more for secrets. */
export async function buildDiagnostics(
  { current, previous }: History,
  status: SessionStatus,
  { made_at, service, known }: Making,
): Promise<Diagnostics> {
  const { value, ...self_check } = await selfCheck(
    { session: sessionOf(status), attempts: [current, ...previous].map(attemptOf) },
    known,
  );
  const { session, attempts: all } = value as Pick<Diagnostics, 'session' | 'attempts'>;
  let body: Body = { attempts: all, left_out: always };
  for (const cut of cuts) if (sizeOf(body) > mostBytes) body = cut(body);
  const { attempts, left_out } = body;
  const whole = {
    version: 1 as const,
    made_at,
    versions: { service, report: 1, node: process.versions.node },
    session,
    attempts,
    reasons: reasonsIn(attempts),
    left_out,
    self_check,
  };
  return { ...whole, digest: createHash('sha256').update(canonicalJson(whole)).digest('hex') };
}

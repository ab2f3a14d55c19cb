import { isObject } from '../json/object.ts';
import type { AcpClient, Answer } from './acp-client.ts';
import type { ProbeOptions } from './probe-options.ts';
import type { AgainResult, CallResult, CloseResult, ProbeTransport, SentinelResult } from './result.ts';
import { hasOpen, readSentinel, type Sentinel, type Sentinels } from './sentinels.ts';

export interface Probing {
  readonly options: ProbeOptions;
  readonly client: AcpClient;
  readonly sentinels: Sentinels;
  readonly takes: Readonly<Record<ProbeTransport, boolean>>;
  /** Of all calls so far. */
  readonly handedOut: Sentinel[];
}

export const member = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

const usualLaterMs = 10_000;

/** Until it is so, or the time is over. */
async function waitUntil({ sentinels, options }: Probing, isSo: () => boolean, ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (!isSo() && Date.now() < until && options.signal?.aborted !== true) {
    await sentinels.news(Math.min(until - Date.now(), 1000));
  }
}

const hasListed = ({ facts }: Sentinel): boolean => facts.some(({ type }) => type === 'tools-listed');

const laterOf = ({ timeoutMs, laterMs = usualLaterMs }: ProbeOptions): number => Math.min(timeoutMs, laterMs);

/** The agent took a call, used nothing of what came with it, and has connected to something before. */
const hasKept = (answer: Answer, before: readonly Sentinel[], used: boolean): boolean =>
  answer.kind === 'ok' &&
  !used &&
  before.some(({ facts }) => facts.some(({ type }) => type === 'protocol-accepted'));

const codeOf = (answer: Answer): number | null => (answer.kind === 'refused' ? answer.code : null);

interface Call {
  readonly method: string;
  readonly offered: boolean;
  readonly params: object;
  /** The process has no session yet. */
  readonly first: boolean;
}

export interface Called {
  readonly result: CallResult;
  readonly answer: Answer;
  readonly own: readonly Sentinel[];
  readonly read: () => readonly SentinelResult[];
}

export async function call(probing: Probing, { method, offered, params, first }: Call): Promise<Called> {
  const { options, client, sentinels, takes } = probing;
  const sent = options.transports ?? (['stdio', 'http', 'sse'] as const).filter((one) => takes[one]);
  const own = sent.map((transport) => sentinels.add(transport));
  const earlier = [...probing.handedOut];
  probing.handedOut.push(...own);
  options.onStep(method);
  const mcpServers = own.map(({ entry }) => entry);
  const answer = await client.request(
    method,
    { cwd: options.directory, mcpServers, ...params },
    options.timeoutMs,
  );
  const patienceMs = first ? options.timeoutMs : laterOf(options);
  if (answer.kind !== 'none') await waitUntil(probing, () => own.every(hasListed), patienceMs);
  const answeredAt = answer.kind === 'none' ? null : answer.at;
  const read = (): readonly SentinelResult[] =>
    own.map((one) => readSentinel(one, { advertised: takes[one.transport], answeredAt }));
  const used = own.some(({ facts }) => facts.length > 0);
  return {
    answer,
    own,
    read,
    result: {
      method,
      offered,
      answer: answer.kind,
      error_code: codeOf(answer),
      sentinels: read(),
      kept_previous: hasKept(answer, earlier, used),
    },
  };
}

export const skipped = (method: string): CallResult => ({
  method,
  offered: false,
  answer: null,
  error_code: null,
  sentinels: [],
  kept_previous: false,
});

/** What of a session's life the agent says that it takes. */
export interface Lifecycle {
  readonly later: readonly { readonly method: string; readonly offered: boolean }[];
  /** The call by which it can be told the servers that it has; null: none. */
  readonly again: AgainResult['method'] | null;
  readonly close: boolean;
}

export function lifecycle(capabilities: unknown): Lifecycle {
  const session = member(capabilities, 'sessionCapabilities');
  const has = (key: string): boolean => isObject(member(session, key));
  const loads = member(capabilities, 'loadSession') === true;
  const resumes = has('resume');
  const resumeAtMost = resumes ? 'session/resume' : null;
  const again = loads ? 'session/load' : resumeAtMost;
  return {
    later: [
      { method: 'session/load', offered: loads },
      { method: 'session/resume', offered: resumes },
      { method: 'session/fork', offered: has('fork') },
    ],
    again,
    close: has('close'),
  };
}

/** Loads the session, or resumes it where it cannot be loaded, with the servers that it has. */
export async function callAgain(
  probing: Probing,
  method: AgainResult['method'],
  { sessionId, own }: { readonly sessionId: unknown; readonly own: readonly Sentinel[] },
): Promise<AgainResult> {
  const { options, client } = probing;
  const before = own.map(({ facts }) => facts.length);
  const isBack = ({ facts }: Sentinel, index: number): boolean =>
    facts.slice(before[index]).some(({ type }) => type === 'protocol-accepted' || type === 'tools-listed');
  options.onStep(`${method} with the same servers`);
  const mcpServers = own.map(({ entry }) => entry);
  const params = { sessionId, cwd: options.directory, mcpServers };
  const answer = await client.request(method, params, options.timeoutMs);
  const known = own.filter(hasListed);
  const allAreBack = (): boolean => known.every((one) => isBack(one, own.indexOf(one)));
  if (answer.kind !== 'none') await waitUntil(probing, allAreBack, laterOf(options));
  const reconnected = own.some(isBack);
  const kept_previous = hasKept(answer, own, reconnected);
  return { method, answer: answer.kind, error_code: codeOf(answer), reconnected, kept_previous };
}

/** Closes the session, and waits for the ends of what is open. */
export async function callClose(probing: Probing, sessionId: unknown): Promise<CloseResult> {
  const { options, client, handedOut } = probing;
  const open = handedOut.filter(hasOpen);
  const before = open.map(({ facts }) => facts.length);
  options.onStep('session/close');
  const answer = await client.request('session/close', { sessionId }, options.timeoutMs);
  if (answer.kind !== 'none') await waitUntil(probing, () => !open.some(hasOpen), laterOf(options));
  const ended = open.filter(({ facts }, index) =>
    facts.slice(before[index]).some(({ type }) => type === 'connection-closed'),
  );
  const transports = [...new Set(ended.map(({ transport }) => transport))];
  return { answer: answer.kind, error_code: codeOf(answer), ended: transports };
}

import type {
  AgainResult,
  CallResult,
  CloseResult,
  ProbeResult,
  ProbeTransport,
  SentinelResult,
} from '@mcp-witness/executor';

/** What an agent does with the servers that it is given, in a few words each. */
export interface Facts {
  readonly version: string;
  readonly client: string;
  /** Settled on over HTTP. */
  readonly mcp: string;
  /** When it reached the HTTP server, beside its answer to session/new. */
  readonly reached: string;
  readonly stdio: string;
  readonly http: string;
  readonly sse: string;
  readonly called: string;
  readonly again: string;
  readonly load: string;
  readonly fork: string;
  readonly close: string;
}

const said = (answer: string, code: number | null): readonly string[] =>
  answer === 'ok' ? [] : [answer === 'none' ? 'no answer' : `refuses (${code ?? 'no code'})`];

const inWords = (words: readonly string[]): string => words.join(', ');

type Did = Pick<AgainResult, 'answer' | 'error_code' | 'kept_previous'>;

const didFact = ({ answer, error_code, kept_previous }: Did, connects: boolean): string =>
  inWords([
    ...said(answer, error_code),
    ...(connects ? ['connects'] : []),
    ...(kept_previous ? ['keeps'] : []),
  ]);

function againFact(again: AgainResult | null): string {
  if (again === null) return 'not offered';
  return didFact(again, again.reconnected);
}

function callFact(call: CallResult | undefined): string {
  if (call === undefined || call.answer === null) return 'not offered';
  return didFact(
    { ...call, answer: call.answer },
    call.sentinels.some(({ accepted }) => accepted !== null),
  );
}

function closeFact(close: CloseResult | null): string {
  if (close === null) return 'not offered';
  const ends = close.ended.length === 0 ? 'ends nothing' : `ends ${inWords(close.ended)}`;
  return inWords([...said(close.answer, close.error_code), ends]);
}

type Accepted = NonNullable<SentinelResult['accepted']>;

const reachedFact = ({ after_answer_ms }: Accepted): string =>
  (after_answer_ms ?? 0) < 0 ? 'before' : 'after';

const clientFact = ({ client }: Accepted): string => `${client?.name ?? '-'}/${client?.version ?? '-'}`;

function listsFact(sentinel: SentinelResult | undefined): string {
  if (sentinel === undefined) return 'not taken';
  return sentinel.tool_count === null ? 'leaves out' : 'lists';
}

/** The facts that a probe tells. */
export function factsOf({ agent, calls, again, close }: ProbeResult): Facts {
  const of = (method: string): CallResult | undefined => calls.find((call) => call.method === method);
  const sentinels = of('session/new')?.sentinels ?? [];
  const over = (wanted: ProbeTransport): SentinelResult | undefined =>
    sentinels.find(({ transport }) => transport === wanted);
  const http = over('http')?.accepted ?? null;
  return {
    version: agent?.version ?? '-',
    client: http === null ? '-' : clientFact(http),
    mcp: http === null ? '-' : http.protocol_version,
    reached: http === null ? '-' : reachedFact(http),
    stdio: listsFact(over('stdio')),
    http: listsFact(over('http')),
    sse: listsFact(over('sse')),
    called: sentinels.some(({ tool_calls }) => tool_calls > 0) ? 'yes' : 'no',
    again: againFact(again),
    load: callFact(of('session/load')),
    fork: callFact(of('session/fork')),
    close: closeFact(close),
  };
}

export interface Difference {
  readonly fact: keyof Facts;
  readonly seen: string;
  readonly probed: string;
}

export const differencesOf = (before: Facts, now: Facts): readonly Difference[] =>
  (Object.keys(before) as (keyof Facts)[])
    .filter((fact) => before[fact] !== now[fact])
    .map((fact) => ({ fact, seen: before[fact], probed: now[fact] }));

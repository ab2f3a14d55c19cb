import { withoutOwnVariables } from '../own-variables.ts';
import { type Fields, isObject } from '../json/object.ts';
import { startAgent } from '../relay/agent-process.ts';
import { type ProcessTree, processTree } from '../relay/process-tree/process-tree.ts';
import { type AcpClient, type Answer, createAcpClient, type FrameListener } from './acp-client.ts';
import type { CallResult, ProbeResult, ProbeTransport, SentinelResult } from './result.ts';
import { readSentinel, type Sentinel, sentinelName, type Sentinels, startSentinels } from './sentinels.ts';

export interface ProbeOptions {
  readonly command: readonly [string, ...string[]];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Sent whether advertised or not; null: stdio, and what is advertised. */
  readonly transports: readonly ProbeTransport[] | null;
  /** What the agent is asked to do in one turn; null: nothing. */
  readonly prompt: string | null;
  /** The mode in which it does so, by the agent's own name; null: the one in which it begins. */
  readonly mode: string | null;
  /** How long each answer, and after that of session/new its sentinels, are waited for. */
  readonly timeoutMs: number;
  /** How long sentinels of later calls are waited for at most; 10,000 when absent: an agent that connects again does so soon. */
  readonly laterMs?: number;
  /** Every line that passes. */
  readonly onFrame: FrameListener;
  readonly onStep: (step: string) => void;
  /** Whether the agent's stderr goes to ours. */
  readonly stderr: boolean;
  readonly signal?: AbortSignal;
}

interface Probing {
  readonly options: ProbeOptions;
  readonly client: AcpClient;
  readonly sentinels: Sentinels;
  readonly takes: Readonly<Record<ProbeTransport, boolean>>;
}

const member = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

const usualLaterMs = 10_000;

const allHave = (sentinels: readonly Sentinel[], type: string): boolean =>
  sentinels.every(({ facts }) => facts.some((fact) => fact.type === type));

/** Until all have listed tools, or the time is over. */
async function waitForLists(
  { sentinels, options }: Probing,
  own: readonly Sentinel[],
  ms: number,
): Promise<void> {
  const until = Date.now() + ms;
  while (!allHave(own, 'tools-listed') && Date.now() < until && options.signal?.aborted !== true) {
    await sentinels.news(Math.min(until - Date.now(), 1000));
  }
}

interface Call {
  readonly method: string;
  readonly offered: boolean;
  readonly params: object;
  /** The process has no session yet. */
  readonly first: boolean;
}

interface Called {
  readonly result: CallResult;
  readonly answer: Answer;
  readonly own: readonly Sentinel[];
  readonly read: () => readonly SentinelResult[];
}

async function call(probing: Probing, { method, offered, params, first }: Call): Promise<Called> {
  const { options, client, sentinels, takes } = probing;
  const sent = options.transports ?? (['stdio', 'http', 'sse'] as const).filter((one) => takes[one]);
  const own = sent.map((transport) => sentinels.add(transport));
  options.onStep(method);
  const mcpServers = own.map(({ entry }) => entry);
  const answer = await client.request(
    method,
    { cwd: options.directory, mcpServers, ...params },
    options.timeoutMs,
  );
  const patienceMs = first ? options.timeoutMs : Math.min(options.timeoutMs, options.laterMs ?? usualLaterMs);
  if (answer.kind !== 'none') await waitForLists(probing, own, patienceMs);
  const answeredAt = answer.kind === 'none' ? null : answer.at;
  const read = (): readonly SentinelResult[] =>
    own.map((one) => readSentinel(one, { advertised: takes[one.transport], answeredAt }));
  const silent = own.length > 0 && own.every(({ facts }) => facts.length === 0);
  const kept_previous = answer.kind === 'ok' && !first && silent;
  return {
    answer,
    own,
    read,
    result: {
      method,
      offered,
      answer: answer.kind,
      error_code: answer.kind === 'refused' ? answer.code : null,
      sentinels: read(),
      kept_previous,
    },
  };
}

const skipped = (method: string): CallResult => ({
  method,
  offered: false,
  answer: null,
  error_code: null,
  sentinels: [],
  kept_previous: false,
});

function lifecycle(capabilities: unknown): readonly { readonly method: string; readonly offered: boolean }[] {
  const session = member(capabilities, 'sessionCapabilities');
  const has = (key: string): boolean => isObject(member(session, key));
  return [
    { method: 'session/load', offered: member(capabilities, 'loadSession') === true },
    { method: 'session/resume', offered: has('resume') },
    { method: 'session/fork', offered: has('fork') },
  ];
}

const describe = (method: string, answer: Answer): string => {
  if (answer.kind === 'refused') return `The agent refused ${method} (${answer.code ?? 'without a code'}).`;
  const why =
    answer.kind === 'none' && answer.why === 'ended'
      ? 'The agent ended before it answered'
      : 'There was no answer in time to';
  return `${why} ${method}.`;
};

const defaultPrompt = (transports: readonly ProbeTransport[]): string =>
  `Call the tool session_mcp_report of the MCP server ${sentinelName(transports.at(-1) ?? 'stdio')} once, then stop.`;

type Found = Omit<ProbeResult, 'command' | 'duration_ms'>;

const nothing: Found = { agent: null, acp_version: null, calls: [], prompt: null, failure: null };

async function steps(options: ProbeOptions, client: AcpClient, sentinels: Sentinels): Promise<Found> {
  options.onStep('initialize');
  const asked = {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'witness-probe', version: '1' },
  };
  const initialized = await client.request('initialize', asked, options.timeoutMs);
  if (initialized.kind !== 'ok') return { ...nothing, failure: describe('initialize', initialized) };
  const { agentCapabilities, agentInfo, protocolVersion } = initialized.result;
  const mcp = member(agentCapabilities, 'mcpCapabilities');
  const takes = { stdio: true, http: member(mcp, 'http') === true, sse: member(mcp, 'sse') === true };
  const probing: Probing = { options, client, sentinels, takes };
  const found = { ...nothing, agent: agentOf(agentInfo), acp_version: Number(protocolVersion) };

  const opened = await call(probing, { method: 'session/new', offered: true, params: {}, first: true });
  const { answer } = opened;
  if (answer.kind !== 'ok') {
    return { ...found, calls: [opened.result], failure: describe('session/new', answer) };
  }
  const { sessionId } = answer.result;
  const prompt = await turn(probing, sessionId, opened);
  const calls: CallResult[] = [{ ...opened.result, sentinels: opened.read() }];
  for (const { method, offered } of lifecycle(agentCapabilities)) {
    if (!offered || options.signal?.aborted === true) {
      calls.push({ ...skipped(method), offered });
      continue;
    }
    const again = await call(probing, { method, offered, params: { sessionId }, first: false });
    calls.push(again.result);
  }
  return { ...found, calls, prompt };
}

function agentOf(info: unknown): ProbeResult['agent'] {
  const { name, version } = isObject(info) ? info : ({} as Fields);
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : null } : null;
}

async function turn(probing: Probing, sessionId: unknown, opened: Called): Promise<ProbeResult['prompt']> {
  const { options, client } = probing;
  if (options.prompt === null) return null;
  if (options.mode !== null) {
    await client.request('session/set_mode', { sessionId, modeId: options.mode }, options.timeoutMs);
  }
  options.onStep('session/prompt');
  const text =
    options.prompt === '' ? defaultPrompt(opened.own.map(({ transport }) => transport)) : options.prompt;
  const prompt = [{ type: 'text', text }];
  return (await client.request('session/prompt', { sessionId, prompt }, options.timeoutMs)).kind;
}

/**
 * Starts an ACP agent, hands it sentinels, and says what it did with them. A result always comes; the agent is ended before, with
 * all that it started.
 */
export async function probeAgent(options: ProbeOptions): Promise<ProbeResult> {
  const began = Date.now();
  const { command, directory, environment } = options;
  const sentinels = await startSentinels();
  const agent = startAgent(command, withoutOwnVariables(environment), {
    cwd: directory,
    stderr: options.stderr ? 'inherit' : 'ignore',
  });
  const treeNow = async (): Promise<ProcessTree | null> =>
    agent.pid === null ? null : processTree(agent.pid);
  const aborted: Promise<ProcessTree | null>[] = [];
  const end = (): void => {
    const tree = treeNow();
    aborted.push(tree);
    void tree.then((known) => known?.end());
  };
  options.signal?.addEventListener('abort', end);
  const found = await steps(options, createAcpClient(agent, options.onFrame), sentinels).catch(
    (error: unknown): Found => ({ ...nothing, failure: `The probe failed: ${String(error)}.` }),
  );
  options.signal?.removeEventListener('abort', end);
  const left = await (aborted[0] ?? treeNow());
  agent.stdin.end();
  await left?.end();
  await agent.endGroup();
  const exit = await agent.exit;
  await sentinels.close();
  const failure =
    exit.kind === 'not-started'
      ? `There is no command ${JSON.stringify(command[0])} that can be started.`
      : found.failure;
  return { command, ...found, failure, duration_ms: Date.now() - began };
}

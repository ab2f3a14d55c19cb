import { withoutOwnVariables } from '../own-variables.ts';
import { type Fields, isObject } from '../json/object.ts';
import { startAgent } from '../relay/agent-process.ts';
import { type ProcessTree, processTree } from '../relay/process-tree/process-tree.ts';
import { type AcpClient, type Answer, createAcpClient } from './acp-client.ts';
import type { ProbeOptions } from './probe-options.ts';
import type { CallResult, ProbeResult, ProbeTransport } from './result.ts';
import { sentinelName, type Sentinels, startSentinels } from './sentinels.ts';
import {
  call,
  callAgain,
  callClose,
  type Called,
  type Lifecycle,
  lifecycle,
  member,
  type Probing,
  skipped,
} from './session-calls.ts';

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

const nothing: Found = {
  agent: null,
  acp_version: null,
  calls: [],
  again: null,
  close: null,
  prompt: null,
  failure: null,
};

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
  const probing: Probing = { options, client, sentinels, takes, handedOut: [] };
  const found = { ...nothing, agent: agentOf(agentInfo), acp_version: Number(protocolVersion) };

  const opened = await call(probing, { method: 'session/new', offered: true, params: {}, first: true });
  const { answer } = opened;
  if (answer.kind !== 'ok') {
    return { ...found, calls: [opened.result], failure: describe('session/new', answer) };
  }
  const { sessionId } = answer.result;
  const prompt = await turn(probing, sessionId, opened);
  const firstCall = { ...opened.result, sentinels: opened.read() };
  const offers = lifecycle(agentCapabilities);
  const again =
    offers.again === null || isOver(options)
      ? null
      : await callAgain(probing, offers.again, { sessionId, own: opened.own });
  const calls = [firstCall, ...(await laterCalls(probing, offers, sessionId))];
  const close = offers.close && !isOver(options) ? await callClose(probing, sessionId) : null;
  return { ...found, calls, again, close, prompt };
}

const isOver = ({ signal }: ProbeOptions): boolean => signal?.aborted === true;

async function laterCalls(probing: Probing, { later }: Lifecycle, sessionId: unknown): Promise<CallResult[]> {
  const calls: CallResult[] = [];
  for (const { method, offered } of later) {
    const isAsked = offered && !isOver(probing.options);
    calls.push(
      isAsked
        ? (await call(probing, { method, offered, params: { sessionId }, first: false })).result
        : { ...skipped(method), offered },
    );
  }
  return calls;
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
    agent.pid === null ? null : processTree(agent.pid, agent.hasEnded);
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

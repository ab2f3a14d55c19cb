import { type Attempt, type EvidenceEvent, fold } from '@mcp-witness/evidence';
import type { Profile } from '../src/profile/profile.ts';
import { readProfile } from '../src/profile/validate.ts';
import { type Message, type Run, withRun } from './run.ts';

export function profile(document: object): Profile {
  const reading = readProfile({ version: 1, ...document });
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.profile;
}

export const node = (name: string, extra: object = {}): Message => ({
  name,
  type: 'stdio',
  command: process.execPath,
  ...extra,
});
export const remote = (name: string, extra: object = {}): Message => ({
  name,
  type: 'http',
  url: `http://127.0.0.1:4100/${name}`,
  ...extra,
});
export const sent = (name: string): Message => ({
  name,
  type: 'http',
  url: `http://127.0.0.1:4200/${name}`,
  headers: [],
});

/** What the service shows of the only attempt. */
export function reportOf(events: readonly EvidenceEvent[]): Attempt {
  const recorded = events.map((event, index) => ({
    ...event,
    tenant_id: 't',
    session_id: 's',
    stream_position: index,
    global_position: String(index),
    recorded_at: event.occurred_at,
    schema_version: 1,
  }));
  return fold(recorded as never);
}

type Row = readonly [name: string, status: string, reason: string | null];

export async function outcome(run: Run, mcpServers: readonly Message[], cwd?: string): Promise<Outcome> {
  await run.ask(0, 'initialize', {});
  await run.ask(1, 'session/new', { cwd, mcpServers });
  const { result } = await run.ask(2, 'test/servers');
  run.endInput();
  await run.exit;
  const { events } = run.service;
  const report = reportOf(events);
  const rows = report.servers.map(({ name, status, reason_code }): Row => [name, status, reason_code]);
  return { wire: result as Message[], events, report, rows };
}

interface Outcome {
  /** What the agent got. */
  readonly wire: readonly Message[];
  readonly events: readonly EvidenceEvent[];
  readonly report: Attempt;
  readonly rows: readonly Row[];
}

export const names = (wire: readonly Message[]): readonly unknown[] => wire.map((server) => server.name);

export async function given(
  options: {
    readonly profile: object;
    readonly inject?: boolean;
    readonly agent?: Message;
    readonly env?: object;
  },
  mcpServers: readonly Message[],
  check: (outcome: Outcome) => void,
): Promise<void> {
  const { inject = true, agent = {}, env = {} } = options;
  const environment = { PATH: process.env.PATH, ...env };
  await withRun({ inject, agent, environment, profile: profile(options.profile) }, async (run) => {
    check(await outcome(run, mcpServers));
  });
}

export const none = { built_in_tools: false };

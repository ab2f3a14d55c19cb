import type { AgentExit } from '../relay/agent-process.ts';
import type { PlannedServer } from '../resolution/planned.ts';
import { passthroughClis } from './strategies/strategies.ts';
import type { Strategy } from './strategy.ts';
import type { Leftover } from './user-file/user-file.ts';

export interface Telling {
  readonly onTrouble: (line: string) => void;
  readonly onDetail: (line: string) => void;
}

/** One line for each server that the CLI does not get, but for those that are only expected. */
export function sayLeftOut(cli: string, servers: readonly PlannedServer[]): readonly string[] {
  const lines = servers.flatMap(({ name, outcome }) =>
    outcome.kind === 'delivered' || outcome.kind === 'expected'
      ? []
      : [`${JSON.stringify(name)} stays out of ${cli} (${outcome.reason_code}): ${outcome.summary}`],
  );
  return passthroughClis.includes(cli)
    ? lines
    : [...lines, `known here: ${passthroughClis.join(', ')}; the command runs without servers of ours`];
}

export function sayUnreached(cli: string, strategy: Strategy | null): string {
  const places = strategy === null ? '' : ` in ${strategy.elsewhere.join(' and ')}`;
  return `rules of the profile do not reach the servers that ${cli} finds by itself${places}`;
}

export function sayUnstarted(
  command: string,
  reason: Extract<AgentExit, { kind: 'not-started' }>['reason'],
): string {
  const why = {
    missing: 'there is no such command in PATH; give the path of the CLI after --',
    'not-executable': 'the file may not be executed',
    other: 'the system refused to start it',
  }[reason];
  return `cannot start ${JSON.stringify(command)}: ${why}`;
}

export function sayRestoring(restoring: Leftover, { onTrouble, onDetail }: Telling): void {
  const { file } = restoring;
  switch (restoring.kind) {
    case 'restored':
      onDetail(`${file} is again what it was`);
      break;
    case 'held':
      onDetail(`${file} stays merged for another passthrough, which restores it`);
      break;
    case 'unmerged':
      onTrouble(`${file} was changed meanwhile: what is ours was taken out, and the changes stay`);
      break;
    case 'kept':
      onTrouble(
        `${file} was changed meanwhile and cannot be read any more, so it stays as it is; ${restoring.backup === null ? 'before there was none' : `what it was before is in ${restoring.backup}`}`,
      );
      break;
    case 'away':
      onDetail(
        `${file} cannot be restored while the directory that it lay in is not there; a later run tries again`,
      );
      break;
    case 'failed':
      onTrouble(`${file} could not be restored, which the next run tries again: ${String(restoring.error)}`);
  }
}

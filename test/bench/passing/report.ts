import type { Holding } from './memory.ts';
import type { Round } from './pace.ts';
import type { Way } from './way.ts';

/** One way at one pace. */
export interface Measured {
  readonly way: Pick<Way, 'name' | 'reference'>;
  readonly pace: string;
  readonly rounds: readonly Round[];
}

export interface Verdicts {
  readonly hold: boolean;
  readonly text: string;
}

const most = 1.25;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const said = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD');

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

const columns = ['perSecond', 'p50', 'p99', 'processor'] as const;

const medianOf = ({ rounds }: Measured, column: keyof Round): number =>
  median(rounds.map((round) => round[column]));

/** Of each round to that of the reference beside it, and of those the median: what slows the machine meanwhile slows both. */
const ratioOf = (one: Measured, reference: Measured, column: keyof Round): number =>
  median(one.rounds.map((round, at) => round[column] / (reference.rounds[at]?.[column] ?? NaN)));

function judge(one: Measured, reference: Measured): { holds: boolean; line: string } {
  const ratios = columns.map((column) => ratioOf(one, reference, column));
  const [perSecond = NaN, p50 = NaN, p99 = NaN, processor = NaN] = ratios;
  const holds = p50 <= most;
  const beside = `p50 ${p50.toFixed(2)} x, p99 ${p99.toFixed(2)} x of ${reference.way.name}`;
  const other = `${perSecond.toFixed(2)} x the messages, ${processor.toFixed(2)} x the processor`;
  return { holds, line: `- ${said(holds)}: ${one.way.name}, ${one.pace}: ${beside} (${other})` };
}

/**
 * Every way beside its reference: half of the messages may take a quarter longer. What 99 of 100 take is told and not judged:
 * client, peer and all ways share the machine's cores, and the slowest messages are those that met somebody else on them.
 */
export function judgeSpeed(all: readonly Measured[]): Verdicts {
  const verdicts = all.flatMap((one) => {
    const { reference } = one.way;
    const beside = all.find(({ way, pace }) => way.name === reference && pace === one.pace);
    return beside === undefined ? [] : [judge(one, beside)];
  });
  const rows = all.map((one) => {
    const [perSecond = NaN, p50 = NaN, p99 = NaN, processor = NaN] = columns.map((column) =>
      medianOf(one, column),
    );
    const times = [p50.toFixed(3), p99.toFixed(3)];
    return [one.way.name, one.pace, Math.round(perSecond), ...times, Math.round(processor)];
  });
  const head = [
    'answers of 0.2, 2 and 20 KB in turns',
    'pace',
    'messages/s',
    'p50 ms',
    'p99 ms',
    'processor µs',
  ];
  return {
    hold: verdicts.every(({ holds }) => holds),
    text: [table(head, rows), '', ...verdicts.map(({ line }) => line)].join('\n'),
  };
}

/** Memory is flat when the last tenth of the frames needs no quarter more than the second. */
export function judgeMemory(all: readonly Holding[]): Verdicts {
  const verdicts = all.flatMap(({ way, megabytes, held }) =>
    held.map(({ process, early, late }) => ({
      holds: late <= early * most,
      line: `- ${said(late <= early * most)}: ${way}, ${process}: ${Math.round(late)} MB resident at the end of ${megabytes} MB of frames, ${Math.round(early)} MB after a tenth`,
    })),
  );
  return {
    hold: verdicts.every(({ holds }) => holds),
    text: verdicts.map(({ line }) => line).join('\n'),
  };
}

import type { Held } from './memory.ts';
import type { Round } from './pace.ts';
import type { Way } from './way.ts';

/** Medians over the rounds of one way at one pace. */
export interface Measured extends Round {
  readonly way: Pick<Way, 'name' | 'reference'>;
  readonly pace: string;
  /** Whether it is the rate that counts, or the time of a message. */
  readonly counts: 'perSecond' | 'p99';
}

export interface Verdicts {
  readonly hold: boolean;
  readonly text: string;
}

const most = 1.25;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const said = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD');

/** Every way beside its reference; each may cost a quarter more. */
export function judgeSpeed(all: readonly Measured[]): Verdicts {
  const referenceOf = ({ way, pace }: Measured): Measured | undefined =>
    all.find((other) => other.way.name === way.reference && other.pace === pace);
  const rows = all.map(({ way, pace, perSecond, p50, p99, processor }) => [
    way.name,
    pace,
    Math.round(perSecond),
    p50.toFixed(3),
    p99.toFixed(3),
    Math.round(processor),
  ]);
  const verdicts = all.flatMap((one) => {
    const reference = referenceOf(one);
    if (reference === undefined) return [];
    const slower = reference.perSecond / one.perSecond;
    const later = one.p99 / reference.p99;
    const ratio = one.counts === 'perSecond' ? slower : later;
    const what =
      one.counts === 'perSecond' ? `${ratio.toFixed(2)} x the time a message` : `p99 ${ratio.toFixed(2)} x`;
    const line = `- ${said(ratio <= most)}: ${one.way.name}, ${one.pace}: ${what} of ${reference.way.name} (p50 ${(one.p50 / reference.p50).toFixed(2)} x, p99 ${later.toFixed(2)} x, processor ${(one.processor / reference.processor).toFixed(2)} x), wanted ${most} x or less`;
    return [{ holds: ratio <= most, line }];
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
export function judgeMemory(
  megabytes: number,
  all: readonly { readonly way: string; readonly held: readonly Held[] }[],
): Verdicts {
  const verdicts = all.flatMap(({ way, held }) =>
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

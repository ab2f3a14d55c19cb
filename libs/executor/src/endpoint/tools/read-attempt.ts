import type { Attempt, History } from '@mcp-witness/evidence';

export type ReportReading =
  { readonly known: true; readonly attempt: Attempt } | { readonly known: false; readonly why: string };

/** An agent's call is answered within this time, whatever the source of the report does. */
const LONGEST_WAIT_MS = 2000;

const unknown = (why: string): ReportReading => ({ known: false, why });

const attemptOf = (report: History | Attempt): Attempt => ('current' in report ? report.current : report);

async function readNow(read: () => Promise<History | Attempt | null>): Promise<ReportReading> {
  try {
    const report = await read();
    if (report === null) return unknown('No report of this session exists yet.');
    return { known: true, attempt: attemptOf(report) };
  } catch {
    return unknown('The report of this session could not be read just now.');
  }
}

/** Reads the report in bounded time; a reason in words stands for a report that could not be had. */
export async function readAttempt(read: () => Promise<History | Attempt | null>): Promise<ReportReading> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ReportReading>((resolve) => {
    timer = setTimeout(() => {
      resolve(unknown('The report of this session was not available within two seconds.'));
    }, LONGEST_WAIT_MS);
  });
  const reading = await Promise.race([readNow(read), late]);
  clearTimeout(timer);
  return reading;
}

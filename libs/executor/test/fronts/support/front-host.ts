/** Puts a front before the server whose entry is the first argument, says what to deliver, and never ends by itself. */
import { startFronts } from '../../../src/fronts/index.ts';
import type { StdioEntry } from '../../../src/fronts/fronts.ts';

const fronts = await startFronts({ onEvidence: () => undefined });
const entry = JSON.parse(process.argv[2] ?? '') as StdioEntry;
process.stdout.write(`${JSON.stringify(fronts.add('attempt', entry))}\n`);

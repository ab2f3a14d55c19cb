// One passthrough in a process of its own, which a test may kill. Argument: its options as JSON.
import { runPassthrough, type PassthroughOptions } from '../../src/passthrough/run-passthrough.ts';

const quiet = (): void => undefined;
const given = JSON.parse(process.argv[2] ?? '') as Omit<PassthroughOptions, 'onTrouble' | 'onDetail'>;
process.exitCode = await runPassthrough({ ...given, onTrouble: quiet, onDetail: quiet });

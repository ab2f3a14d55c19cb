export { builtInName, runAgent, type RunOptions } from './run.ts';
export { spoolDirectory } from './spool/place.ts';

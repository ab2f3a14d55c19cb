export type { Fronts, HttpEntry, ServerEntry, StdioEntry } from './fronts.ts';
export { startFronts } from './start-fronts.ts';

export type { Fronts, ServerEntry } from './fronts.ts';
export { startFronts } from './start-fronts.ts';

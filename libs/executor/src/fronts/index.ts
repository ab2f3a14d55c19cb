export type { Fronts, FrontsOptions, ServerEntry } from './fronts.ts';
export { startFronts } from './start-fronts.ts';

export { startEndpoint } from './start-endpoint.ts';
export type { Endpoint, EndpointAddress } from './endpoint.ts';
export { withKnownCounts } from './tools/known-counts.ts';

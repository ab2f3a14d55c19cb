export { startEndpoint } from './start-endpoint.ts';
export type { Endpoint, EndpointAddress, ToolEstimates } from './endpoint.ts';
export { withKnownCounts } from './tools/known-counts.ts';

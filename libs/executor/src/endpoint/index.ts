export { startEndpoint } from './start-endpoint.ts';
export type {
  Endpoint,
  EndpointAddress,
  EndpointEvidence,
  EndpointOptions,
  ToolEstimates,
} from './endpoint.ts';

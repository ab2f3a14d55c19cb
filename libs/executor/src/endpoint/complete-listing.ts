import type { Witness } from '@mcp-witness/evidence';
import type { ToolsListedObservation } from '@mcp-witness/mcp-frames';
import type { EndpointEvidence, ToolEstimates } from './endpoint.ts';

export async function completeListing(
  observation: ToolsListedObservation,
  witness: Witness,
  tokens?: ToolEstimates,
): Promise<EndpointEvidence> {
  const { served, ...listed } = observation;
  await tokens?.estimate([...(served ?? [])]);
  return { ...listed, witness };
}

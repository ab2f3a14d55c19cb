import { dataOf, type Routes, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';
import { type EndpointTestResult, testEndpoint, type TestProgress } from './test-endpoint.ts';

type Schemas = components['schemas'];

export type RecentOutput = Schemas['RecentOutput'];
export type Diagnostics = Schemas['Diagnostics'];

export interface OperationCalls {
  /** Tests a server from the machine of its agent; may take a minute. `onProgress` is told every stage as it begins. */
  testEndpoint(
    sessionId: string,
    serverName: string,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (progress: TestProgress) => void },
  ): Promise<EndpointTestResult>;
  /** What may leave the machine for somebody who helps. */
  diagnostics(sessionId: string, signal?: AbortSignal): Promise<Diagnostics>;
  /** The same for a person. */
  diagnosticsText(sessionId: string, signal?: AbortSignal): Promise<string>;
  /** What the agent wrote last beside its protocol: sensitive. */
  recentOutput(sessionId: string, signal?: AbortSignal): Promise<RecentOutput>;
}

export const operationCalls = (routes: Routes, within: Within): OperationCalls => ({
  testEndpoint: (session_id, server_name, { signal, onProgress = () => undefined } = {}) =>
    testEndpoint(routes, within, { path: { session_id, server_name }, signal, onProgress }),
  diagnostics: (session_id, signal) =>
    dataOf(
      routes.GET('/v1/sessions/{session_id}/diagnostics', {
        params: { path: { session_id } },
        ...within(signal),
      }),
    ) as Promise<Diagnostics>,
  diagnosticsText: (session_id, signal) =>
    dataOf(
      routes.GET('/v1/sessions/{session_id}/diagnostics', {
        params: { path: { session_id } },
        headers: { accept: 'text/plain' },
        parseAs: 'text',
        ...within(signal),
      }),
    ),
  recentOutput: (session_id, signal) =>
    dataOf(
      routes.GET('/v1/sessions/{session_id}/recent-output', {
        params: { path: { session_id } },
        ...within(signal),
      }),
    ),
});

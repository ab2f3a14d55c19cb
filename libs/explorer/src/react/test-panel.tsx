import type { EndpointTestResult } from '@mcp-witness/client';
import { compareInstants, type EndpointTest, type Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { testDetails, testVerdict } from '../view/test-words.ts';
import { Time } from './time.tsx';
import { useTask, type TaskState } from './use-task.ts';

interface TestPanelProps {
  readonly server: Server;
  readonly testEndpoint: ExplorerActions['testEndpoint'];
}

/** The newer of what the report holds and what was just answered. */
const newestOf = (server: Server, state: TaskState<EndpointTestResult>): EndpointTest | null => {
  const answered = state.kind === 'done' ? state.result : null;
  const held = server.endpoint_test;
  if (answered === null || held === null) return answered ?? held;
  return compareInstants(held.tested_at, answered.tested_at) > 0 ? held : answered;
};

const Result = ({ test }: { readonly test: EndpointTest }): JSX.Element => (
  <div className="witness-test" data-succeeded={test.succeeded}>
    <p>{testVerdict(test)}</p>
    <p className="witness-quiet">
      <Time instant={test.tested_at} /> · {testDetails(test).join(' · ')}
    </p>
  </div>
);

/** A test of a server's endpoint from the machine of its agent: apart from what was seen of the agent itself. */
export const TestPanel = ({ server, testEndpoint }: TestPanelProps): JSX.Element => {
  const { state, run, cancel } = useTask<EndpointTestResult>();
  const newest = newestOf(server, state);
  const running = state.kind === 'running';
  return (
    <>
      <p>
        A test connects to this server from the agent’s machine, with the configuration that this session was
        given, and lists its tools. It says whether the endpoint can be reached, and nothing about whether the
        agent attached to it: no status changes by it.
      </p>
      {testEndpoint === undefined ? null : (
        <p className="witness-actions">
          <button
            type="button"
            className="witness-button"
            aria-disabled={running}
            onClick={() => {
              if (!running) run((signal) => testEndpoint(server.name, signal));
            }}
          >
            Test endpoint
          </button>
          {running ? (
            <button type="button" className="witness-button" onClick={cancel}>
              Stop waiting
            </button>
          ) : null}
        </p>
      )}
      {running ? <progress className="witness-progress" aria-label="Testing the endpoint" /> : null}
      <div role="status">
        {running ? 'Testing: up to a minute.' : null}
        {state.kind === 'failed' ? `The test could not be made. ${state.message}` : null}
        {running || newest === null ? null : <Result test={newest} />}
      </div>
      {newest === null && state.kind === 'idle' ? (
        <p className="witness-quiet">Not tested in this attempt.</p>
      ) : null}
    </>
  );
};

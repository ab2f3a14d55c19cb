import type { EndpointTestResult, TestProgress } from '@mcp-witness/client';
import { compareInstants, type EndpointTest, type Server } from '@mcp-witness/evidence';
import { useState, type JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { testDetails, testStage, testVerdict } from '../view/test-words.ts';
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
  const [progress, setProgress] = useState<TestProgress | null>(null);
  const newest = newestOf(server, state);
  const running = state.kind === 'running';
  const test = (ask: NonNullable<TestPanelProps['testEndpoint']>): void => {
    setProgress(null);
    run((signal) =>
      ask(server.name, signal, (begun) => {
        if (!signal.aborted) setProgress(begun);
      }),
    );
  };
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
              if (!running) test(testEndpoint);
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
        {running ? testStage(progress) : null}
        {state.kind === 'failed' ? `The test could not be made. ${state.message}` : null}
        {running || newest === null ? null : <Result test={newest} />}
      </div>
      {newest === null && state.kind === 'idle' ? (
        <p className="witness-quiet">Not tested in this attempt.</p>
      ) : null}
    </>
  );
};

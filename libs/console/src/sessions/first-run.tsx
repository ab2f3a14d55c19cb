import { makeSample } from '@mcp-witness/client/sample';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../app/service.tsx';
import { Command } from '../parts/copy-button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';

const SampleButton = (): ReactNode => {
  const { client } = useService();
  const making = useMutation({
    mutationFn: () => makeSample(client),
    onSuccess: (sessionId) => {
      location.hash = hrefOf(['sessions', sessionId]);
    },
  });
  return (
    <>
      <button
        type="button"
        aria-disabled={making.isPending}
        onClick={() => {
          if (!making.isPending) making.mutate();
        }}
      >
        {making.isPending ? 'Recording …' : 'Record a sample session'}
      </button>
      <Trouble error={making.error} scope="evidence:write" isOfChange />
    </>
  );
};

/** What to do where nothing was ever seen. */
export const FirstRun = (): ReactNode => (
  <section className="card" aria-labelledby="first-run">
    <h2 id="first-run">No session has been seen yet</h2>
    <p>
      Witness shows what an agent’s MCP servers really did: what was sent to the agent, what it connected to,
      what it listed and what it used, and who saw it.
    </p>
    <ol className="steps-to-take">
      <li>
        <p>Where an editor or a platform starts an ACP agent, put Witness before the agent’s command:</p>
        <Command
          text="witness run --task my-task -- copilot --acp"
          label="Copy the command for an ACP agent"
        />
      </li>
      <li>
        <p>Or start a coding agent’s own command line with the servers of a profile:</p>
        <Command
          text="witness passthrough claude --profile servers.json -- claude"
          label="Copy the command for a command line"
        />
      </li>
      <li>
        <p>
          Or look around first. A sample session is recorded in the log like any other, and is marked as a
          sample wherever it is shown; it can be erased on its page.
        </p>
        <SampleButton />
      </li>
    </ol>
  </section>
);

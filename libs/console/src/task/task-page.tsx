import type { TaskSession } from '@mcp-witness/client';
import { orderServers } from '@mcp-witness/explorer';
import { StatusBadge, Time, useHistory } from '@mcp-witness/explorer/react';
import { reasonPhrase, type Server } from '@mcp-witness/evidence';
import { useId, type ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import { useService } from '../app/service.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { LiveMark } from '../parts/mark.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';
import { agentWords, RunningMark, SampleMark } from '../sessions/session-columns.tsx';
import { counted } from '../words.ts';
import { useTask } from './use-task.ts';

const serverNotes = ({ tool_count: tools, tool_call_count: calls, reason_code: code }: Server): string =>
  [
    tools === null ? null : counted(tools, 'tool'),
    calls === 0 ? null : counted(calls, 'call'),
    code === null ? null : (reasonPhrase(code) ?? code),
  ]
    .filter((note) => note !== null)
    .join(' · ');

const ServerLine = ({
  server,
  sessionId,
}: {
  readonly server: Server;
  readonly sessionId: string;
}): ReactNode => (
  <li>
    <p>
      <a href={hrefOf(['sessions', sessionId], { server: server.name })}>{server.name}</a>{' '}
      <StatusBadge status={server.status} />
    </p>
    <p className="hint">{serverNotes(server)}</p>
  </li>
);

const SessionCard = ({ session }: { readonly session: TaskSession }): ReactNode => {
  const { store } = useService();
  const title = useId();
  const { session_id: id } = session;
  const history = useHistory(store, id);
  const updated = history?.current.updated_at ?? '';
  const active = updated > session.last_activity_at ? updated : session.last_activity_at;
  return (
    <article className="card" aria-labelledby={title}>
      <h2 id={title}>
        <a href={hrefOf(['sessions', id])}>{id}</a>
      </h2>
      <p>
        {agentWords(session)} · <RunningMark connected={session.connected} />
        <SampleMark session={session} />
      </p>
      <p className="hint">
        {history === null ? null : (
          <>
            attempt {history.current.ordinal}, {history.current.entry} ·{' '}
          </>
        )}
        last activity <Time instant={active} />
      </p>
      <ul className="server-lines">
        {orderServers(history?.current.servers ?? []).map((server) => (
          <ServerLine key={server.name} server={server} sessionId={id} />
        ))}
      </ul>
    </article>
  );
};

const followedWords = (followed: number, shown: number): string =>
  followed < shown ? `The newest ${followed.toLocaleString()} followed live` : 'Followed live';

/** A task: its sessions side by side. */
const TaskPage = ({ place }: PageProps): ReactNode => {
  const taskId = place.path[1] ?? '';
  const { query, followed, live } = useTask(taskId);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <PageFrame
      title={taskId}
      windowTitle={`Task ${taskId}`}
      way={<a href={hrefOf([])}>All sessions</a>}
      beside={
        <>
          <span className="hint">task</span>
          {data === undefined || data.length === 0 ? null : (
            <LiveMark live={live}>{live ? followedWords(followed, data.length) : 'Reconnecting …'}</LiveMark>
          )}
        </>
      }
    >
      <Trouble error={error} scope="reports:read" />
      {data === undefined && error === null ? <p className="hint">Loading …</p> : null}
      {data?.length === 0 ? <p>No session of this task has been seen.</p> : null}
      <div className="side-by-side">
        {data?.map((session) => (
          <SessionCard key={session.session_id} session={session} />
        ))}
      </div>
      <LoadMore
        label="Show more sessions"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        load={() => void fetchNextPage()}
      />
    </PageFrame>
  );
};

export default TaskPage;

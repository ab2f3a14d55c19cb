import { codeWords } from '@mcp-witness/explorer';
import type { ProjectionState } from '@mcp-witness/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../../app/service.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { Trouble } from '../../parts/trouble.tsx';
import { counted } from '../../words.ts';
import { useChange } from '../use-admin.ts';
import { lagWords, progressOf } from './progress.ts';

const refreshMs = { building: 500, idle: 3000 };

interface BuildProps {
  readonly build: ProjectionState;
  readonly live: ProjectionState | undefined;
}

const Build = ({ build, live }: BuildProps): ReactNode => {
  const progress = build.state === 'building' ? progressOf(build, live) : null;
  const owners = new Set(build.shards.flatMap(({ owner }) => owner ?? [])).size;
  return (
    <li>
      <p>
        <strong>{build.state}</strong> · generation {build.generation}, version {build.version} · since{' '}
        <Time instant={build.created_at} />
      </p>
      {build.state === 'building' ? (
        <progress
          aria-label={`Generation ${String(build.generation)} of ${codeWords(build.name)}`}
          {...(progress === null ? {} : { value: progress })}
        />
      ) : null}
      <p className="hint">
        {build.state === 'retired' ? 'not read any more' : lagWords(build)}
        {build.state === 'live'
          ? ` · ${counted(build.shards.length, 'shard')} with ${counted(owners, 'owner')}`
          : ''}
        {build.skipped_events === 0
          ? ''
          : ` · ${counted(build.skipped_events, 'event')} could not be folded: rebuild to try again`}
      </p>
    </li>
  );
};

interface ProjectionProps {
  readonly name: string;
  readonly builds: readonly ProjectionState[];
}

const Projection = ({ name, builds }: ProjectionProps): ReactNode => {
  const rebuilding = useChange('projections', (client) => client.rebuildProjection(name));
  const live = builds.find(({ state }) => state === 'live');
  const isBuilding = builds.some(({ state }) => state === 'building');
  return (
    <article aria-label={codeWords(name)}>
      <header className="section-head">
        <h3>{codeWords(name)}</h3>
        <ConfirmButton
          label="Rebuild"
          about={codeWords(name)}
          question={`Build ${codeWords(name)} anew?`}
          consequence="It is read from the log again beside the one in use, which readers keep until the new one has caught up. It takes a while on a long log; nothing is lost where it is interrupted."
          action="Build it anew"
          disabled={isBuilding || rebuilding.isPending}
          onConfirm={() => {
            rebuilding.mutate(undefined);
          }}
        />
      </header>
      <ul className="builds">
        {builds.map((build) => (
          <Build key={build.generation} build={build} live={live} />
        ))}
      </ul>
      <Trouble error={rebuilding.error} scope="admin" isOfChange />
    </article>
  );
};

/** The read models, how far they are, and what is built beside them. */
export const Projections = (): ReactNode => {
  const { client } = useService();
  const { data, error } = useQuery({
    queryKey: ['projections'],
    queryFn: async ({ signal }) => (await client.projections(signal)).projections,
    refetchInterval: ({ state }) =>
      state.data?.some((build) => build.state === 'building') === true ? refreshMs.building : refreshMs.idle,
  });
  const builds = data ?? [];
  const names = [...new Set(builds.map(({ name }) => name))];
  return (
    <section className="card" aria-labelledby="projections">
      <h2 id="projections">Read models</h2>
      <p>What pages and reports are read from. Each is a fold of the log, and can be built anew from it.</p>
      <Trouble error={error} scope="admin, in the tenant “default”" />
      {names.map((name) => (
        <Projection key={name} name={name} builds={builds.filter((build) => build.name === name)} />
      ))}
    </section>
  );
};

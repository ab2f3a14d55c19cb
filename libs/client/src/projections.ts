import { dataOf, type Routes, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

/** One build of a read model: what readers see, or what is filled beside it. */
export type ProjectionState = Schemas['ProjectionBody'];
export type ProjectionList = Schemas['ProjectionListBody'];

/** What operators do with read models. Scope `admin`, in the tenant `default`. */
export interface ProjectionCalls {
  /** Newest generation first. */
  projections(signal?: AbortSignal): Promise<ProjectionList>;
  /** Answers at once with what is being built from now on; `rebuild_running` when something is. */
  rebuildProjection(name: string, signal?: AbortSignal): Promise<ProjectionState>;
}

export const projectionCalls = (routes: Routes, within: Within): ProjectionCalls => ({
  projections: (signal) => dataOf(routes.GET('/v1/admin/projections', { ...within(signal) })),
  rebuildProjection: (name, signal) =>
    dataOf(
      routes.POST('/v1/admin/projections/{name}/rebuild', { params: { path: { name } }, ...within(signal) }),
    ),
});

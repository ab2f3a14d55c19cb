import type { EvidenceOf, EvidenceType } from '@mcp-witness/evidence';
import type { Fact } from '../../../src/journal/fact.ts';
import type { FrontsOptions } from '../../../src/fronts/fronts.ts';
import { type Fronts, startFronts } from '../../../src/fronts/index.ts';

export type Seen = Fact & { readonly attempt_id: string };

export interface Fronting {
  readonly fronts: Fronts;
  /** Everything seen so far. */
  readonly seen: readonly Seen[];
  types(): string[];
  of<Type extends EvidenceType>(type: Type): EvidenceOf<Type>['data'][];
}

/** Fronts for the length of `use`. */
export async function withFronts(
  use: (fronting: Fronting) => Promise<void>,
  options: Pick<FrontsOptions, 'tokens' | 'patienceMs'> = {},
): Promise<void> {
  const seen: Seen[] = [];
  const fronts = await startFronts({
    onEvidence: (attempt_id, fact) => seen.push({ ...fact, attempt_id }),
    ...options,
  });
  const all = (): readonly Seen[] => {
    fronts.tell();
    return seen;
  };
  try {
    await use({
      fronts,
      get seen() {
        return all();
      },
      types: () => all().map(({ type }) => type),
      of: (type) =>
        all()
          .filter((fact) => fact.type === type)
          .map(({ data }) => data as never),
    });
  } finally {
    await fronts.close();
  }
}

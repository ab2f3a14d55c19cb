export interface Rank {
  readonly name: string;
  readonly folder: string;
  readonly rank: number;
  readonly mayImport: readonly string[];
}
export const ranks: readonly Rank[];

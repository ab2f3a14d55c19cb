/**
 * Who may import whom: the one place that says it. A package imports lower ranks only, and only what is
 * listed for it. `.dependency-cruiser.mjs` turns this table into rules; `ranks.unit.spec.ts` derives the
 * same answer from the sources and the manifests by itself.
 * @type {ReadonlyArray<{ name: string, folder: string, rank: number, mayImport: readonly string[] }>}
 */
export const ranks = [
  { name: 'evidence', folder: 'libs/evidence', rank: 0, mayImport: [] },
  { name: 'tokens', folder: 'libs/tokens', rank: 0, mayImport: [] },
  { name: 'event-log', folder: 'libs/event-log', rank: 1, mayImport: [] },
  { name: 'mcp-frames', folder: 'libs/mcp-frames', rank: 1, mayImport: ['evidence'] },
  { name: 'local-postgres', folder: 'libs/local-postgres', rank: 2, mayImport: [] },
  { name: 'client', folder: 'libs/client', rank: 2, mayImport: ['evidence'] },
  { name: 'observer', folder: 'libs/observer', rank: 3, mayImport: ['mcp-frames', 'evidence'] },
  {
    name: 'executor',
    folder: 'libs/executor',
    rank: 4,
    mayImport: ['mcp-frames', 'client', 'evidence', 'tokens'],
  },
  { name: 'explorer', folder: 'libs/explorer', rank: 4, mayImport: ['client', 'evidence'] },
  { name: 'console', folder: 'libs/console', rank: 5, mayImport: ['explorer', 'client', 'evidence'] },
  { name: 'service', folder: 'src', rank: 6, mayImport: ['evidence', 'event-log', 'local-postgres'] },
  {
    name: 'cli',
    folder: 'libs/cli',
    rank: 7,
    mayImport: ['evidence', 'client', 'executor', 'service'],
  },
];

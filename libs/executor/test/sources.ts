import { fileURLToPath } from 'node:url';

/** Options of Node by which a process runs the sources without a build. */
export const sources: readonly string[] = [
  '--conditions=@mcp-witness/source',
  `--import=${fileURLToPath(new URL('../../../test/support/typescript.mjs', import.meta.url))}`,
];

/** The environment of this process, for processes that start programs of the sources. */
export const sourceEnvironment: Readonly<Record<string, string | undefined>> = {
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${sources.join(' ')}`.trim(),
};

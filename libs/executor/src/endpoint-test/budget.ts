import { sanitizeCommand } from '@mcp-witness/evidence';
import type { ServerEntry } from '../fronts/index.ts';

/** Programs that may have to download what they run before it starts. */
const runners: ReadonlySet<string> = new Set([
  'npx',
  'npm',
  'pnpm',
  'pnpx',
  'yarn',
  'bunx',
  'uv',
  'uvx',
  'pipx',
  'docker',
  'podman',
  'deno',
  'go',
  'dotnet',
  'dnx',
  'nix',
]);

const remoteMs = 15_000;
const processMs = 20_000;
const runnerMs = 50_000;

/** Its first start may take a while. */
export function mayDownload(entry: ServerEntry): boolean {
  if ('type' in entry) return false;
  const program = sanitizeCommand(entry.command).replace(/\.(cmd|exe|bat|ps1)$/i, '');
  return runners.has(program.toLowerCase());
}

/**
 * How long a test may take, in milliseconds. Ending what it started comes on top: a second and a half, and up to five where the
 * system is slow to tell or to end what runs.
 */
export function budgetOf(entry: ServerEntry): number {
  if ('type' in entry) return remoteMs;
  return mayDownload(entry) ? runnerMs : processMs;
}

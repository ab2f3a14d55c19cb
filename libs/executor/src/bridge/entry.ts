import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EndpointAddress } from '../endpoint/index.ts';
import type { ServerEntry } from '../fronts/index.ts';

/** The variable that tells the bridge where the attempt's endpoint is. Its value is a secret of the attempt. */
const addressVariable = 'WITNESS_BRIDGE_ENDPOINT';

const program = fileURLToPath(new URL(`./main${extname(import.meta.url)}`, import.meta.url));

/** The in-session server for an agent that takes servers over stdio alone: a program that carries frames to the endpoint. */
export const bridgeEntry = (name: string, { url }: EndpointAddress): ServerEntry => ({
  name,
  command: process.execPath,
  args: [program],
  env: [{ name: addressVariable, value: url }],
});

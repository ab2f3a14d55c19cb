import { abridge } from '../../../front/abridge.mjs';

/** Up to here nothing is gained by leaving parts out. */
const short = 512;

/** Throws where it is no JSON. What calls carry is left out, since nobody reads it. */
export function parseBody(bytes: Buffer): unknown {
  const abridged = bytes.length > short ? abridge(bytes) : null;
  const json = abridged === null ? bytes : Buffer.from(abridged.text, 'latin1');
  return JSON.parse(json.toString('utf8')) as unknown;
}

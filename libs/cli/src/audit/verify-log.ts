import type { Verification } from '@mcp-witness/client';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { askService } from '../service/connect.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';
import { readPublicKeys } from './public-key.ts';

interface Sum {
  checked: number;
  erased: number;
  blocks: number;
}

interface Found extends Sum {
  readonly ok: boolean;
  readonly first_bad: Verification['first_bad'];
  readonly last_block: Verification['last_block'];
  readonly public_keys: Verification['public_keys'];
}

async function walk(terminal: Terminal): Promise<Found> {
  const sum: Sum = { checked: 0, erased: 0, blocks: 0 };
  for (let after = '0'; ;) {
    const part = await askService(terminal, (client) => client.verifyLog({ after }), 'the log', 'audit:read');
    sum.checked += part.checked;
    sum.erased += part.erased;
    sum.blocks += part.blocks;
    const { ok, first_bad, last_block, public_keys, next_after } = part;
    if (next_after === null || next_after === after)
      return { ok, ...sum, first_bad, last_block, public_keys };
    printLine(terminal.err, `witness: ${sum.checked} events checked, up to position ${next_after}`);
    after = next_after;
  }
}

/** The service checks signatures by the keys that its database names: each of them has to be one that was given. */
const isForeign = (found: Found, keys: readonly string[]): boolean =>
  keys.length > 0 && found.public_keys.some(({ public_key }) => !keys.includes(public_key));

/** Checks the whole log, part by part. */
export async function verifyLog(
  terminal: Terminal,
  flags: { readonly publicKey?: readonly string[]; readonly json?: true },
): Promise<void> {
  const keys = (await readPublicKeys(flags.publicKey)).map((key) => key.toString('base64'));
  const found = await walk(terminal);
  if (flags.json === true) printJson(terminal, found);
  else {
    const erased = found.erased === 0 ? '' : `, ${found.erased} of them erased`;
    printLine(
      terminal.out,
      `${found.checked} events and ${found.blocks} signed blocks were checked${erased}`,
    );
    if (found.last_block !== null)
      printLine(terminal.out, `the last block is ${found.last_block.number}, ${found.last_block.hash}`);
  }
  if (found.first_bad !== null) {
    const { position, reason } = found.first_bad;
    throw new CommandFailure(
      exitCodes.assertionFalse,
      `the log is not what was recorded: at position ${position}, ${reason}`,
    );
  }
  if (isForeign(found, keys))
    throw new CommandFailure(
      exitCodes.assertionFalse,
      'blocks may have been signed with another key than those given',
    );
}

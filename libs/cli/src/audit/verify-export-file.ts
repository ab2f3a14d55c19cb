import { createReadStream } from 'node:fs';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';
import { readPublicKeys } from './public-key.ts';

const mostShown = 10;

/** Rejects with a `CommandFailure` when it cannot be read. */
async function* bytesOf(terminal: Terminal, path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of path === '-' ? terminal.input : createReadStream(path))
      yield chunk as Uint8Array;
  } catch {
    throw new CommandFailure(exitCodes.usage, 'the file cannot be read');
  }
}

/** Checks a file of an export. */
export async function verifyExportFile(
  terminal: Terminal,
  path: string,
  flags: { readonly publicKey?: readonly string[]; readonly json?: true },
): Promise<void> {
  const publicKeys = await readPublicKeys(flags.publicKey);
  const { verifyExport } = await import('mcp-witness/service');
  const onProgress = (events: number): void => {
    printLine(terminal.err, `witness: ${events} events checked`);
  };
  const found = await verifyExport(bytesOf(terminal, path), { publicKeys, onProgress });
  if (flags.json === true) printJson(terminal, found);
  else {
    const erased = found.erased === 0 ? '' : `, ${found.erased} of them erased`;
    printLine(terminal.out, `${found.events} events and ${found.blocks} signed blocks were checked${erased}`);
    for (const { code, line, what } of found.faults.slice(0, mostShown))
      printLine(terminal.out, `line ${line}: ${code}: ${what}`);
  }
  if (!found.ok) throw new CommandFailure(exitCodes.assertionFalse, 'the file is not what was exported');
  if (publicKeys.length === 0)
    printLine(
      terminal.err,
      `witness: signed by ${found.key_ids.join(', ')}, which the file says of itself; give --public-key to be sure`,
    );
}

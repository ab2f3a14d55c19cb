import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { askService } from '../service/connect.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

const progressBytes = 16 * 1024 * 1024;

interface ExportFlags {
  readonly out?: string;
  readonly json?: true;
}

/** Tells on stderr how far it is, and at the end how many bytes it was. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  terminal: Terminal,
  done: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let [written, told] = [0, 0];
  for await (const chunk of bytes) {
    written += chunk.length;
    if (written - told >= progressBytes) {
      told = written;
      printLine(terminal.err, `witness: ${Math.round(written / 1_048_576)} MiB written`);
    }
    yield chunk;
  }
  done(written);
}

async function write(source: AsyncIterable<Uint8Array>, out: Writable, ends: boolean): Promise<void> {
  if (ends) {
    await pipeline(source, out);
    return;
  }
  for await (const chunk of source) {
    if (!out.write(chunk)) await new Promise((resume) => out.once('drain', resume));
  }
}

/** A file that is there already is not written over. */
async function openFile(path: string): Promise<Writable> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise((resolve, reject) => {
    file.once('open', resolve).once('error', reject);
  }).catch(() => {
    throw new CommandFailure(
      exitCodes.usage,
      '--out names a file that is there already or cannot be written',
    );
  });
  return file;
}

/** Writes an export to stdout or to a new file, of which `json` tells on stdout. */
export async function exportLog(terminal: Terminal, { out, json }: ExportFlags): Promise<void> {
  if (json === true && out === undefined) {
    throw new CommandFailure(
      exitCodes.usage,
      '--json goes with --out: without it stdout is the export itself',
    );
  }
  const file = out === undefined ? null : await openFile(out);
  const body = await askService(terminal, (client) => client.exportLog(), 'the log', 'audit:read');
  try {
    const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    let bytes = 0;
    const passing = counted(source, terminal, (written) => (bytes = written));
    await write(passing, file ?? terminal.out, file !== null);
    if (json === true) printJson(terminal, { file: out, bytes });
  } catch {
    throw new CommandFailure(
      exitCodes.unreachable,
      'the export was cut off before its end; `witness audit verify-export` will say so of what was written',
    );
  }
}

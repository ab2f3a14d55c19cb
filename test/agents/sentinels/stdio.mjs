// A third-party MCP server over stdio, as a user would configure it: it knows nothing of Witness. Arguments: its name,
// and the file to which it writes what it answered and how it ended.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createFrameNotes, createNotes } from './frame-notes.mjs';
import { bothEras } from './server.mjs';

const [, , server, file] = process.argv;
const about = { server, attempt: process.env.SENTINEL_ATTEMPT ?? null, connection: randomUUID() };
const note = createNotes(file);
const frames = createFrameNotes(note);

const ended = (closed) => note({ ...about, closed });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    ended(signal);
    process.exit(0);
  });

const input = new PassThrough();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    frames.asked('', JSON.parse(line));
    input.write(`${line}\n`);
  })
  .on('close', () => {
    ended('stdin');
    input.end();
    process.exit(0);
  });
const output = new Writable({
  write(chunk, encoding, done) {
    for (const line of chunk.toString('utf8').split('\n').filter(Boolean))
      frames.answered('', JSON.parse(line), about);
    process.stdout.write(chunk, encoding, done);
  },
});

note({ ...about, opened: true });
serveStdio(() => bothEras(server), { transport: new StdioServerTransport(input, output) });

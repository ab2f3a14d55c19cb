// An observed server over stdio: `node stdio-server.mjs <form> <directory>` writes what was seen below the directory, at
// the latest when its client is gone: nobody closes the observer.
import { StdioServerTransport as First } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio, StdioServerTransport as Second } from '@modelcontextprotocol/server/stdio';
import { createObserver, fileSink } from '../../src/index.ts';
import { highV1, highV2 } from './servers.ts';

const [form, directory] = process.argv.slice(2);
const observer = createObserver({ server: 'tickets', sinks: [fileSink({ directory })], gatherMs: 60_000 });
const forms = {
  first: () => observer.observe(highV1()).connect(new First()),
  second: () => observer.observe(highV2()).connect(new Second()),
  serve: () => serveStdio(() => observer.observe(highV2())),
  both: () =>
    serveStdio(() => observer.observe(highV2()), {
      transport: observer.observeTransport(new Second()),
    }),
};
await forms[form]();

// An observed server of the npm package `fastmcp`: `node fastmcp-server.mjs <its folder> <port>`. Tells over IPC that it
// listens, then everything that is seen. With a file in the place of the port it serves over stdio, and tells there.
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createObserver } from '../../libs/observer/src/index.ts';

const [folder, place] = process.argv.slice(2);
const { FastMCP } = await import(pathToFileURL(`${folder}/node_modules/fastmcp/dist/FastMCP.js`).href);
const isStdio = place.includes('/');
const tell = (seen) => (isStdio ? appendFileSync(place, `${JSON.stringify(seen)}\n`) : process.send(seen));
const take = ({ kind, name, outcome, client, correlation, transport }) =>
  tell({ kind, name, outcome, client, rung: correlation.rung, transport });
const pipeline = { take, flush: async () => {}, close: async () => {} };
const observer = createObserver({ server: 'tickets', env: {}, pipeline });

const server = observer.observe(new FastMCP({ name: 'tickets', version: '1.0.0' }));
server.addTool({ name: 'find', description: 'Finds a ticket.', execute: async () => 'found' });
if (isStdio) await server.start({ transportType: 'stdio' });
else {
  const httpStream = { host: '127.0.0.1', port: Number(place) };
  await server.start({ transportType: 'httpStream', httpStream });
  process.send('listening');
}

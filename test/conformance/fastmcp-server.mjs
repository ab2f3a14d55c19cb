// An observed server of the npm package `fastmcp`: `node fastmcp-server.mjs <its folder> <port>`. Tells over IPC that it
// listens, then everything that is seen.
import { pathToFileURL } from 'node:url';
import { createObserver } from '../../libs/observer/src/index.ts';

const [folder, port] = process.argv.slice(2);
const { FastMCP } = await import(pathToFileURL(`${folder}/node_modules/fastmcp/dist/FastMCP.js`).href);
const take = ({ kind, name, outcome, client, correlation }) =>
  process.send({ kind, name, outcome, client, rung: correlation.rung });
const pipeline = { take, flush: async () => {}, close: async () => {} };
const observer = createObserver({ server: 'tickets', env: {}, pipeline });

const server = observer.observe(new FastMCP({ name: 'tickets', version: '1.0.0' }));
server.addTool({ name: 'find', description: 'Finds a ticket.', execute: async () => 'found' });
await server.start({ transportType: 'httpStream', httpStream: { host: '127.0.0.1', port: Number(port) } });
process.send('listening');

// A server that answers the same bytes to the same request, over stdio when it is started, and for whoever imports it.
import { pathToFileURL } from 'node:url';

const result = ({ method, params }) => {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'plain', version: '1' },
    };
  if (method === 'tools/list') return { tools: [{ name: 'say', inputSchema: { type: 'object' } }] };
  return { content: [{ type: 'text', text: 'ä"\u2028'.repeat(params.arguments.times) }] };
};

export const answer = (request) =>
  JSON.stringify({ jsonrpc: '2.0', id: request.id, result: result(request) });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  let held = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (held + text).split('\n');
    held = lines.pop();
    for (const line of lines) process.stdout.write(`${answer(JSON.parse(line))}\n`);
  });
}

// A server over Streamable HTTP that answers each request at once, in JSON; says its address. A call names the size of its answer.
import { createServer } from 'node:http';

const result = ({ method, params }) =>
  method === 'initialize'
    ? {
        protocolVersion: params.protocolVersion,
        capabilities: {},
        serverInfo: { name: 'peer', version: '1' },
      }
    : { content: [{ type: 'text', text: 'n'.repeat(params.size ?? 0) }] };

// Between two of its turns a client keeps its connections.
const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const request = JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: result(request) });
    res.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'mcp-session-id': 'session',
    });
    res.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));

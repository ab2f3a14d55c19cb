// Stands for an agent and for a stdio server: answers each line at once. A request names the size of its answer.
let servers = [];

const result = ({ method, params }) => {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      agentCapabilities: { mcpCapabilities: { http: true } },
      capabilities: { tools: {} },
      serverInfo: { name: 'peer', version: '1' },
    };
  if (method === 'session/new') {
    servers = params.mcpServers;
    return { sessionId: 'S1' };
  }
  if (method === 'test/servers') return servers;
  return { content: [{ type: 'text', text: 'n'.repeat(params.size) }] };
};

let held = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (held + chunk).split('\n');
  held = lines.pop();
  let out = '';
  for (const line of lines) {
    const request = JSON.parse(line);
    if (request.id === undefined) continue;
    out += `${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: result(request) })}\n`;
  }
  process.stdout.write(out);
});

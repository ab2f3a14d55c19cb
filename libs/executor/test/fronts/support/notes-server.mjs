// A stdio server as a third party would write it. Arguments: the SDK (`1` or `2`), and what it does apart from serving.
import { appendFileSync } from 'node:fs';

const [sdk, ...does] = process.argv.slice(2);
const answer = { content: [{ type: 'text', text: 'three' }] };

const build = (McpServer) => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('count', { description: 'How many.' }, () => answer);
  server.registerTool('env', { description: 'What it was started with.' }, () => ({
    content: [
      {
        type: 'text',
        text: JSON.stringify({ env: process.env, cwd: process.cwd(), argv: process.argv.slice(2) }),
      },
    ],
  }));
  server.registerTool('crash', { description: 'Ends.' }, () => process.exit(7));
  server.registerTool('big', { description: 'Much text.' }, () => ({
    content: [{ type: 'text', text: 'ä'.repeat(1024 * 1024) }],
  }));
  return server;
};

if (does.includes('noise')) process.stdout.write('Starting notes …\n');
const pidFile = does.find((word) => word.startsWith('pid='))?.slice(4);
if (pidFile) appendFileSync(pidFile, `${process.pid}\n`);
if (does.includes('stubborn')) process.on('SIGTERM', () => undefined);
if (does.includes('stubborn')) setInterval(() => undefined, 1000);

if (sdk === '1') {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  await build(McpServer).connect(new StdioServerTransport());
} else {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => build(McpServer));
}

// Stands for a coding agent's command line: reads the configuration of its servers where the named CLI would, connects to each
// with a real client, calls one tool, and writes what it saw to a file. Arguments: the CLI, that file, and `hold` to stay until
// a file of that name and `.go` is there, or until the directory of that file or the process that started it is gone.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const words = process.argv.slice(2);
const flag = (name) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
const [cli, out, ...rest] = words.filter((word) => !word.startsWith('--'));
const { env, ppid: parent } = process;

const fileOf = {
  claude: () => flag('--mcp-config'),
  auggie: () => flag('--mcp-config'),
  copilot: () => flag('--additional-mcp-config').replace(/^@/, ''),
  codex: () => join(env.CODEX_HOME, `${flag('--profile')}.config.toml`),
  gemini: () => join('.gemini', 'settings.json'),
  qwen: () => env.QWEN_CODE_SYSTEM_DEFAULTS_PATH,
  opencode: () => env.OPENCODE_CONFIG,
  cursor: () => join('.cursor', 'mcp.json'),
};

/** As much of TOML as is written here. */
const readToml = (text) => {
  const servers = {};
  let server = {};
  for (const line of text.split('\n')) {
    const [, name] = /^\[mcp_servers\.(".*")\]$/.exec(line) ?? [];
    if (name !== undefined) servers[JSON.parse(name)] = server = {};
    const [, key, value] = /^(\w+) = (.*)$/.exec(line) ?? [];
    if (key !== undefined)
      server[key] = JSON.parse(value.startsWith('{') ? value.replaceAll('" = "', '": "') : value);
  }
  return servers;
};

const readServers = (text) => {
  if (cli === 'codex') return readToml(text);
  const document = JSON.parse(text);
  return document.mcpServers ?? document.mcp ?? {};
};

const transportOf = (server) => {
  const { command, args = [], url, httpUrl, type } = server;
  const [file, ...more] = Array.isArray(command) ? command : [command, ...args];
  if (file !== undefined)
    return new StdioClientTransport({ command: file, args: more, env: server.env ?? server.environment });
  const headers = server.headers ?? server.http_headers ?? {};
  const Transport = type === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport;
  return new Transport(new URL(httpUrl ?? url), { requestInit: { headers } });
};

const use = async (server) => {
  const client = new Client({ name: `stand-in-${cli}`, version: '1.0.0' });
  await client.connect(transportOf(server));
  const { tools } = await client.listTools();
  const wanted = tools.find(({ name }) => /count|session_mcp_report/.test(name));
  if (wanted !== undefined) await client.callTool({ name: wanted.name, arguments: {} });
  await client.close();
  return tools.map(({ name }) => name);
};

const file = fileOf[cli]?.();
const text = file === undefined || !existsSync(file) ? null : readFileSync(file, 'utf8');
const servers = text === null ? {} : readServers(text);
const used = {};
for (const [name, server] of Object.entries(servers))
  used[name] = await use(server).catch((error) => String(error));
const mode = text === null ? null : statSync(file).mode & 0o777;
writeFileSync(
  `${out}.new`,
  JSON.stringify({ file, text, mode, used, argv: process.argv, leaked: env.WITNESS_API_KEY ?? null }),
);
renameSync(`${out}.new`, out);
const goesOn = () => !existsSync(`${out}.go`) && existsSync(dirname(out)) && process.ppid === parent;
while (rest.includes('hold') && goesOn()) await delay(20);
process.exit(9);

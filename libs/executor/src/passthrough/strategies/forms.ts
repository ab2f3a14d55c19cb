import { type JsonForm, recordOf } from '../json-form.ts';

/** `mcpServers` with a type on each server, as Claude Code and Auggie take it. */
export const typedForm: JsonForm = {
  member: 'mcpServers',
  stdio: ({ command, args, env }) => ({ type: 'stdio', command, args, env: recordOf(env) }),
  remote: ({ type, url, headers }) => ({ type, url, headers: recordOf(headers) }),
};

/** Gemini CLI and Qwen Code tell the transports by the member that holds the address. */
export const httpUrlForm: JsonForm = {
  member: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, env: recordOf(env) }),
  remote: ({ type, url, headers }) => ({
    ...(type === 'http' ? { httpUrl: url } : { url, type }),
    headers: recordOf(headers),
  }),
};

/** Copilot CLI wants to know which tools; all of them. */
export const copilotForm: JsonForm = {
  member: 'mcpServers',
  stdio: ({ command, args, env }) => ({ type: 'local', command, args, env: recordOf(env), tools: ['*'] }),
  remote: ({ type, url, headers }) => ({ type, url, headers: recordOf(headers), tools: ['*'] }),
};

/** Cursor finds out by itself which transport an address speaks. */
export const cursorForm: JsonForm = {
  member: 'mcpServers',
  stdio: ({ command, args, env }) => ({ command, args, env: recordOf(env) }),
  remote: ({ url, headers }) => ({ url, headers: recordOf(headers) }),
};

/** opencode has one word list for a command, and finds out by itself which transport an address speaks. */
export const opencodeForm: JsonForm = {
  member: 'mcp',
  stdio: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    environment: recordOf(env),
    enabled: true,
  }),
  remote: ({ url, headers }) => ({ type: 'remote', url, headers: recordOf(headers), enabled: true }),
};

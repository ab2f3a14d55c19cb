import type { HttpEntry, ServerEntry, StdioEntry } from '../fronts/index.ts';
import { type Fields, isObject } from '../json/object.ts';
import type { OwnServers, Strategy } from './strategy.ts';

type Pairs = readonly { readonly name: string; readonly value: string }[];

export const recordOf = (pairs: Pairs): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

const isRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');

const pairsOf = (record: Readonly<Record<string, string>>): Pairs =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

/** How a CLI writes the two kinds of server in JSON. */
export interface JsonForm {
  /** Member of the document that holds the servers by name. */
  readonly member: string;
  stdio(entry: StdioEntry): Fields;
  remote(entry: HttpEntry): Fields;
}

/** A JSON document whose comments and trailing commas, which these CLIs allow, are left out; null when it is no object. */
function readDocument(text: string | null): Fields | null {
  if (text === null || text.trim() === '') return {};
  try {
    const document: unknown = JSON.parse(plainJson(text.replace(/^\uFEFF/, '')));
    return isObject(document) ? document : null;
  } catch {
    return null;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

function plainJson(text: string): string {
  const bare = text.replace(tokens, (token) => (token.startsWith('"') ? token : token === ',' ? ',' : ''));
  return bare.replace(tokens, (token) => (token === ',' ? '' : token));
}

export function readServers(member: string, base: string | null): Fields | null {
  const document = readDocument(base);
  if (document === null) return null;
  const servers = document[member] ?? {};
  return isObject(servers) ? servers : null;
}

const renderServer = (form: JsonForm, entry: ServerEntry): Fields =>
  'type' in entry ? form.remote(entry) : form.stdio(entry);

export const writeServers = (member: string, base: string | null, servers: OwnServers): string =>
  `${JSON.stringify({ ...readDocument(base), [member]: servers }, null, 2)}\n`;

function understandStdio(name: string, { command, args = [], env = {} }: Fields): ServerEntry | null {
  const words = Array.isArray(args) && args.every((one) => typeof one === 'string') ? args : null;
  return typeof command === 'string' && words !== null && isRecord(env)
    ? { name, command, args: words, env: pairsOf(env) }
    : null;
}

function understandRemote(
  name: string,
  { url, httpUrl = url, headers = {}, type }: Fields,
): ServerEntry | null {
  return typeof httpUrl === 'string' && isRecord(headers)
    ? { type: type === 'sse' ? 'sse' : 'http', name, url: httpUrl, headers: pairsOf(headers) }
    : null;
}

/** A server of the form that most of these CLIs share; null for what is not whole. */
function understandServer(name: string, own: unknown): ServerEntry | null {
  if (!isObject(own)) return null;
  return own.command === undefined ? understandRemote(name, own) : understandStdio(name, own);
}

/** Every text in which the CLI may replace something. */
export const textsOf = (entry: ServerEntry): readonly string[] =>
  'type' in entry
    ? [entry.url, ...entry.headers.map(({ value }) => value)]
    : [entry.command, ...entry.args, ...entry.env.map(({ value }) => value)];

/** What is the same for every CLI whose configuration is JSON of a form. */
export const jsonStrategy = (form: JsonForm): Pick<Strategy, 'read' | 'understand' | 'render' | 'write'> => ({
  read: (base) => readServers(form.member, base),
  understand: understandServer,
  render: (entry) => renderServer(form, entry),
  write: (base, servers) => writeServers(form.member, base, servers),
});

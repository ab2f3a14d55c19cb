import { below, type ProfileFault } from './fault.ts';
import type { Launch, Profile, ProfileRule, ProfileServer } from './profile.ts';
import { type NameCheck, type Reader, readObject, type TextCheck } from './reader.ts';
import { hasReference, valuePattern } from './references.ts';

export type ProfileReading =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly faults: readonly ProfileFault[] };

const maxServers = 256;
const maxRules = 1024;
const maxNameBytes = 256;
const maxArgs = 1024;
const transports = ['stdio', 'http', 'sse', 'acp'];
const common = ['name', 'type', 'deliver', 'observed', 'tell_attempt', 'built_in'];
const members = {
  stdio: ['command', 'args', 'env'],
  remote: ['url', 'headers'],
} as const;

const unstorable = /\p{Surrogate}|\0/u;

const isName: TextCheck = (name) => {
  if (name.trim() === '' || unstorable.test(name)) {
    return { code: 'invalid_value', message: 'must be a name of whole characters, without NUL' };
  }
  return Buffer.byteLength(name) <= maxNameBytes
    ? null
    : { code: 'too_long', message: `may have ${maxNameBytes} bytes at most` };
};

const isValue: TextCheck = (value) =>
  valuePattern.test(value)
    ? null
    : { code: 'invalid_reference', message: 'holds NUL, or a ${env: that is not ${env:NAME}' };

const isNonempty: TextCheck = (value) =>
  value.trim() === '' ? { code: 'invalid_value', message: 'must not be empty' } : isValue(value);

/** A reference may make any URL of it, so that is looked at when it is resolved. */
const isUrl: TextCheck = (value) =>
  hasReference(value) || isHttpUrl(value)
    ? isValue(value)
    : { code: 'invalid_value', message: 'must be an http or https URL' };

export const isHttpUrl = (value: string): boolean =>
  /^https?:\/\/[^\s/?#]/i.test(value) && URL.canParse(value);

const isVariable: NameCheck = (name) => name !== '' && !/[=\0]/.test(name);
const isHeader: NameCheck = (name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

const isHeaderValue: TextCheck = (value) =>
  /[\r\n]/.test(value) ? { code: 'invalid_value', message: 'must be one line' } : isValue(value);

function readLaunch(reader: Reader, faults: ProfileFault[]): Launch {
  const type = reader.text('type', (value) =>
    ['stdio', 'http', 'sse'].includes(value)
      ? null
      : { code: 'invalid_value', message: 'must be stdio, http or sse' },
  );
  const isRemote = type === 'http' || type === 'sse';
  const foreign = type === 'stdio' ? members.remote : isRemote ? members.stdio : [];
  for (const key of foreign) {
    if (Object.hasOwn(reader.fields, key)) reader.fault(key, 'not_allowed', `does not go with type ${type}`);
  }
  if (isRemote) {
    const headers = reader.texts('headers', { name: isHeader, value: isHeaderValue });
    return { type, url: reader.text('url', isUrl), headers };
  }
  if (type !== 'stdio') return { type: 'stdio', command: '', args: [], env: {} };
  const args = reader.list('args', maxArgs).map((value, index) => {
    const fault = typeof value === 'string' ? isValue(value) : wrongArgument;
    if (fault !== null) faults.push({ pointer: below(below(reader.pointer, 'args'), index), ...fault });
    return String(value);
  });
  const command = reader.text('command', isNonempty);
  return { type, command, args, env: reader.texts('env', { name: isVariable, value: isValue }) };
}

const wrongArgument = { code: 'wrong_type', message: 'must be a string' } as const;

function readServer(value: unknown, pointer: string, faults: ProfileFault[]): ProfileServer | null {
  const reader = readObject(value, { pointer, faults }, [...common, ...members.stdio, ...members.remote]);
  if (reader === null) return null;
  return {
    name: reader.text('name', isName),
    deliver: reader.flag('deliver', true),
    observed: reader.flag('observed', false),
    tell_attempt: reader.flag('tell_attempt', false),
    built_in: reader.flag('built_in', false),
    ...readLaunch(reader, faults),
  };
}

function readRule(value: unknown, pointer: string, faults: ProfileFault[]): ProfileRule | null {
  const reader = readObject(value, { pointer, faults }, [
    'match',
    'transport',
    'deny',
    'observed',
    'tell_attempt',
  ]);
  if (reader === null) return null;
  const flagOrNull = (name: string): boolean | null =>
    Object.hasOwn(reader.fields, name) ? reader.flag(name, false) : null;
  const isTransport: TextCheck = (text) =>
    transports.includes(text)
      ? null
      : { code: 'invalid_value', message: `must be one of ${transports.join(', ')}` };
  return {
    match: reader.text('match', isName),
    transport: Object.hasOwn(reader.fields, 'transport') ? reader.text('transport', isTransport) : null,
    deny: reader.flag('deny', false),
    observed: flagOrNull('observed'),
    tell_attempt: flagOrNull('tell_attempt'),
  };
}

/** Reads a profile from a parsed JSON document. Every fault is told, none of them with a value of the document. */
export function readProfile(document: unknown): ProfileReading {
  const faults: ProfileFault[] = [];
  const known = ['version', 'servers', 'rules', 'built_in_tools', '$schema'];
  const reader = readObject(document, { pointer: '', faults }, known);
  if (reader === null) return { ok: false, faults };
  const { version, $schema } = reader.fields;
  if (version === undefined) reader.fault('version', 'missing', 'is required');
  else if (version !== 1) reader.fault('version', 'invalid_value', 'must be 1');
  if ($schema !== undefined && typeof $schema !== 'string') {
    reader.fault('$schema', 'wrong_type', 'must be a string');
  }
  const servers = reader
    .list('servers', maxServers)
    .map((value, index) => readServer(value, below('/servers', index), faults));
  const rules = reader
    .list('rules', maxRules)
    .map((value, index) => readRule(value, below('/rules', index), faults));
  const profile: Profile = {
    version: 1,
    servers: servers.filter((server) => server !== null),
    rules: rules.filter((rule) => rule !== null),
    built_in_tools: reader.flag('built_in_tools', true),
  };
  return faults.length === 0 ? { ok: true, profile } : { ok: false, faults };
}

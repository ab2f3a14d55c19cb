import { arrayElements, isArrayAt, isNullAt, type Member, objectMembers, skipSpace } from '../json/scan.ts';
import type { Attachments } from './attachments.ts';
import { isAttachMethod, mayHoldWatched } from './client-request.ts';
import { refusalLine } from './refusal.ts';

const openBrace = 0x7b;
const openBracket = 0x5b;

const refusal =
  'The relay cannot tell whether this call names MCP servers that its profile denies, and did not pass it on. Send it as JSON with one `method`, one `params` that is an object, and in that one `mcpServers` that is a list.';

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Some agents read the first of two members, and some take no notice of case. */
const named = (members: readonly Member[], name: string): readonly Member[] =>
  members.filter(({ key }) => key.toUpperCase() === name.toUpperCase());

const isPlain = (found: readonly Member[], name: string): boolean =>
  found.length <= 1 && found.every(({ key }) => key === name);

function isUnclearList(message: Buffer, { value: params }: Member): boolean {
  if (isNullAt(message, params)) return false;
  const inner = message[params.start] === openBrace ? objectMembers(message, params.start) : null;
  if (inner === null) return true;
  const lists = named(inner, 'mcpServers');
  if (!isPlain(lists, 'mcpServers')) return true;
  return lists.some(({ value }) => !isArrayAt(message, value) && !isNullAt(message, value));
}

function isUnclearMessage(message: Buffer): boolean {
  const members = objectMembers(message, skipSpace(message, 0)) ?? [];
  const methods = named(members, 'method');
  const attaches = methods.some(({ value }) =>
    isAttachMethod(parse(message.subarray(value.start, value.end))),
  );
  if (!attaches) return false;
  const params = named(members, 'params');
  if (!isPlain(methods, 'method') || !isPlain(params, 'params')) return true;
  return params.some((member) => isUnclearList(message, member));
}

/** Whether an agent may see servers in a line of the host where the relay sees none, or sees others. */
function isUnclear(line: Buffer): boolean {
  if (!mayHoldWatched(line)) return false;
  // Some agents read more than JSON.
  if (parse(line) === undefined) return true;
  const at = skipSpace(line, 0);
  if (line[at] !== openBracket) return isUnclearMessage(line);
  return (arrayElements(line, at) ?? []).some(({ start, end }) =>
    isUnclearMessage(line.subarray(start, end)),
  );
}

function idOf(line: Buffer): string {
  const message = parse(line);
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return JSON.stringify(typeof id === 'string' || typeof id === 'number' ? id : null);
}

/** The same where a rule denies anything: a line in which it could not be held to is answered by `refuse` and goes nowhere. */
export function refuseUnclearLists(attachments: Attachments, refuse: (line: Buffer) => void): Attachments {
  return {
    ...attachments,
    request(line) {
      if (!isUnclear(line)) return attachments.request(line);
      refuse(refusalLine(idOf(line), { code: -32602, message: refusal }));
      return { bytes: Buffer.alloc(0), written: null };
    },
  };
}

import type { Passed } from '../sight/passed.ts';

type Kind = Passed['transport'];

const names: readonly (readonly [RegExp, Kind])[] = [
  [/sse/i, 'sse'],
  [/http/i, 'http'],
  [/stdio/i, 'stdio'],
  [/memory/i, 'memory'],
];

/** By what the official transports are called or can do; their classes are not loaded here. */
export function transportKind(transport: object): Kind {
  const { constructor } = transport;
  const name = typeof constructor === 'function' ? constructor.name : '';
  const named = names.find(([form]) => form.test(name))?.[1];
  if (named !== undefined) return named;
  if ('handlePostMessage' in transport) return 'sse';
  return 'handleRequest' in transport ? 'http' : 'unknown';
}

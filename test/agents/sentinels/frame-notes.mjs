import { appendFileSync } from 'node:fs';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';

/** Appends one JSON line; several processes may write to the same file. */
export const createNotes = (file) => (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);

const clientOf = (info) => (info ? { name: info.name, version: info.version } : null);

const askedOf = ({ method, params = {} }) => {
  const meta = params._meta ?? {};
  if (typeof meta[VERSION] === 'string')
    return { method, era: 'modern', protocol_version: meta[VERSION], client: clientOf(meta[CLIENT]) };
  return { method, era: 'legacy', protocol_version: null, client: clientOf(params.clientInfo) };
};

const answerOf = (asked, { result, error }) => ({
  ...asked,
  ok: error === undefined,
  protocol_version: asked.protocol_version ?? result?.protocolVersion ?? null,
  ...(Array.isArray(result?.tools) && { tools: result.tools.length, more: result.nextCursor !== undefined }),
});

/**
 * What a server says of itself: a line for every request that it has answered. `within` tells apart what ids are
 * unique in: a process, a stream, or one HTTP exchange.
 */
export const createFrameNotes = (note) => {
  const waiting = new Map();
  const keyOf = (within, { id }) => JSON.stringify([within, id]);
  return {
    asked(within, message) {
      for (const one of [message].flat())
        if (one?.method !== undefined && one.id !== undefined) waiting.set(keyOf(within, one), askedOf(one));
    },
    answered(within, message, about) {
      for (const one of [message].flat()) {
        if (one === null || typeof one !== 'object' || one.method !== undefined) continue;
        const asked = waiting.get(keyOf(within, one));
        if (asked === undefined) continue;
        waiting.delete(keyOf(within, one));
        note({ ...about, ...answerOf(asked, one) });
      }
    },
  };
};

/** More than this before the end of the first event: it is no address. */
const LONGEST_START = 16 * 1024;

/**
 * The beginning of an event stream. A legacy stream begins with an `endpoint` event, which holds the address for the
 * client's messages; comments may stand before it.
 */
export interface StreamStart {
  /** Bytes to pass on now; null while it is not known yet what the stream begins with. */
  feed(chunk: Buffer): Buffer | null;
  /** What is left when the stream ends before that. */
  rest(): Buffer;
}

const blockEnd = /\r\n\r\n|\n\n|\r\r(?!\n)/;
const lines = /\r\n|\n|\r/;

const isComment = (block: string): boolean =>
  block.split(lines).every((line) => line === '' || line.startsWith(':') || line.startsWith('retry:'));

const isEndpoint = (block: string): boolean =>
  block.split(lines).some((line) => /^\uFEFF?event: ?endpoint$/.test(line));

/** Only the address changes; every other byte of the event stays. */
const rewritten = (block: string, rewrite: (address: string) => string | null): string =>
  block.replace(/(^|[\r\n])(data: ?)([^\r\n]*)/, (whole, before: string, field: string, address: string) => {
    const own = rewrite(Buffer.from(address.trim(), 'latin1').toString('utf8'));
    return own === null ? whole : `${before}${field}${own}`;
  });

/** `decided` is called once, before any byte is passed on: whether the stream is a legacy one. */
export function createStreamStart(options: {
  readonly rewrite: (address: string) => string | null;
  readonly decided: (legacy: boolean) => void;
}): StreamStart {
  let held = Buffer.alloc(0);
  let open = true;

  const decide = (legacy: boolean, out: Buffer): Buffer => {
    open = false;
    held = Buffer.alloc(0);
    options.decided(legacy);
    return out;
  };

  /** Latin-1 keeps every byte a character, so that what is cut and joined again stays as it was. */
  function read(): Buffer | null {
    const text = held.toString('latin1');
    let passed = 0;
    for (;;) {
      const end = blockEnd.exec(text.slice(passed));
      if (end === null) return held.length > LONGEST_START ? decide(false, held) : null;
      const next = passed + end.index + end[0].length;
      const block = text.slice(passed, next);
      if (isEndpoint(block.replace(/^\u00EF\u00BB\u00BF/, ''))) {
        const out = text.slice(0, passed) + rewritten(block, options.rewrite) + text.slice(next);
        return decide(true, Buffer.from(out, 'latin1'));
      }
      if (!isComment(block)) return decide(false, held);
      passed = next;
    }
  }

  return {
    feed(chunk) {
      if (!open) return chunk;
      held = Buffer.concat([held, chunk]);
      return read();
    },
    rest() {
      return open ? decide(false, held) : Buffer.alloc(0);
    },
  };
}

/** One block of a `text/event-stream`: a message, or an id alone. Null where the block does not say. */
export interface SseBlock {
  readonly id: string | null;
  readonly data: string | null;
}

const blockOf = (lines: readonly string[]): SseBlock | null => {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of lines) {
    const [, field, value = ''] = /^(id|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return id === null && data.length === 0 ? null : { id, data: data.length === 0 ? null : data.join('\n') };
};

/** Reads server-sent events from pieces of text, wherever those are cut. Comments and other fields are passed over. */
export const createSseReader = (): { push(piece: string): readonly SseBlock[] } => {
  let rest = '';
  let lines: string[] = [];
  return {
    push(piece) {
      const pieces = (rest + piece).split('\n');
      rest = pieces.pop() ?? '';
      const blocks: SseBlock[] = [];
      for (const line of pieces.map((text) => text.replace(/\r$/, ''))) {
        if (line !== '') {
          lines.push(line);
          continue;
        }
        const block = blockOf(lines);
        lines = [];
        if (block !== null) blocks.push(block);
      }
      return blocks;
    },
  };
};

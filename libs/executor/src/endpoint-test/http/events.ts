/** One server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

const lineEnd = /\r\n|\n|\r(?!$)/;

/** Reads events however their bytes are cut. Answers with those that a chunk ends. */
export function createEventReader(): (chunk: Buffer) => readonly ServerEvent[] {
  const decoder = new TextDecoder();
  let rest = '';
  let type = 'message';
  let data: string[] = [];

  function readLine(line: string): ServerEvent | null {
    if (line === '') {
      const event = data.length > 0 ? { type, data: data.join('\n') } : null;
      type = 'message';
      data = [];
      return event;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
    return null;
  }

  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(lineEnd);
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => readLine(line) ?? []);
  };
}

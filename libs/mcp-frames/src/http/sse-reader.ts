const LONGEST_EVENT = 16 * 1024 * 1024;

export interface SseReader {
  feed(chunk: Uint8Array): void;
}

/**
 * Reads the `data` of server-sent events, however the bytes are cut: lines end in LF, CR or CRLF, data lines of one
 * event join with LF, a byte order mark at the start goes. An event over 16 MiB is passed over.
 */
export function createSseReader(onData: (data: string) => void): SseReader {
  const decoder = new TextDecoder();
  let partial = '';
  let endedInCr = false;
  let data: string[] = [];
  let length = 0;

  const onLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0 && length <= LONGEST_EVENT) onData(data.join('\n'));
      data = [];
      length = 0;
      return;
    }
    if (line !== 'data' && !line.startsWith('data:')) return;
    const value = line.slice(5);
    length += value.length + 1;
    if (length <= LONGEST_EVENT) data.push(value.startsWith(' ') ? value.slice(1) : value);
    else data = [''];
  };

  return {
    feed(chunk) {
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      if (endedInCr && text.startsWith('\n')) text = text.slice(1);
      endedInCr = text.endsWith('\r');
      const lines = text.split(/\r\n|\r|\n/);
      const last = lines.pop() ?? '';
      if (lines.length === 0) {
        partial = keep(partial, last);
        return;
      }
      lines[0] = partial + (lines[0] ?? '');
      for (const line of lines) onLine(line);
      partial = last;
    },
  };
}

/** A line without an end is kept up to one character over the limit, which is how it is known to be too long. */
const keep = (partial: string, more: string): string =>
  partial.length > LONGEST_EVENT ? partial : (partial + more).slice(0, LONGEST_EVENT + 8);

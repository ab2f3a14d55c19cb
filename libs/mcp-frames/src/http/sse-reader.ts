import { PEEKED } from '../peek.ts';

const LONGEST_EVENT = 16 * 1024 * 1024;

export interface SseReader {
  feed(chunk: Uint8Array): void;
  /** Events so far had ids, so that the stream may be taken up again elsewhere. */
  hasIds(): boolean;
}

/** Both ends of the data of an event that is too long, and its length in characters. */
export interface LongEvent {
  readonly head: string;
  readonly tail: string;
  readonly length: number;
}

/**
 * Reads the `data` of server-sent events, however the bytes are cut: lines end in LF, CR or CRLF, data lines of one
 * event join with LF, a byte order mark at the start goes. Of an event over 16 MiB only the ends are told.
 */
export function createSseReader(
  onData: (data: string) => void,
  onLong: (event: LongEvent) => void,
): SseReader {
  const decoder = new TextDecoder();
  let partial = '';
  let endedInCr = false;
  let data: string[] = [];
  let length = 0;
  let head = '';
  let tail = '';
  let ids = false;
  /** Of the line that has no end yet: how long it is, and its end where that is longer than what is kept. */
  let lineLength = 0;
  let lineEnd = '';

  const onLine = (line: string, isLong: boolean): void => {
    if (line === '') {
      if (length > LONGEST_EVENT) onLong({ head, tail, length });
      else if (data.length > 0) onData(data.join('\n'));
      data = [];
      length = 0;
      return;
    }
    if (/^id: ?./.test(line)) ids = true;
    if (line !== 'data' && !line.startsWith('data:')) return;
    const value = line.slice(5);
    if (length === 0) head = value.slice(0, PEEKED);
    tail = isLong ? lineEnd : value.slice(-PEEKED);
    length += (isLong ? lineLength - 5 : value.length) + 1;
    if (length <= LONGEST_EVENT) data.push(value.startsWith(' ') ? value.slice(1) : value);
    else data = [];
  };

  /** A line without an end is kept up to its limit; of what comes behind that the end. */
  const grow = (more: string): void => {
    lineLength += more.length;
    if (lineLength <= LONGEST_EVENT) {
      partial += more;
      return;
    }
    const isFirst = lineLength - more.length <= LONGEST_EVENT;
    lineEnd = ((isFirst ? partial.slice(-PEEKED) : lineEnd) + more.slice(-PEEKED)).slice(-PEEKED);
    if (isFirst) partial = (partial.slice(0, PEEKED) + more.slice(0, PEEKED)).slice(0, PEEKED);
  };
  const endLine = (): void => {
    onLine(partial, lineLength > LONGEST_EVENT);
    partial = '';
    lineLength = 0;
    lineEnd = '';
  };

  return {
    feed(chunk) {
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      if (endedInCr && text.startsWith('\n')) text = text.slice(1);
      endedInCr = text.endsWith('\r');
      const lines = text.split(/\r\n|\r|\n/);
      const last = lines.pop() ?? '';
      for (const line of lines) {
        grow(line);
        endLine();
      }
      grow(last);
    },
    hasIds: () => ids,
  };
}

import { type Append, type AppendResult } from '../port.ts';

/** One append that waits to be stored. */
export interface Waiting {
  readonly append: Append;
  readonly bytes: number;
  /** `performance.now()` after which it is not tried again. */
  readonly deadline: number;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
}

export interface Queue {
  readonly length: number;
  readonly bytes: number;
  put(waiting: Waiting): void;
  /** The longest waiting of each stream, within the caps but at least one; streams with more go to the end. */
  take(maximum: number, maximumBytes: number): readonly Waiting[];
}

// NUL is in no name, so that no two streams share a key.
const keyOf = ({ append }: Waiting): string => `${append.tenant_id}\0${append.stream}`;

export function createQueue(): Queue {
  const lines = new Map<string, Waiting[]>();
  let length = 0;
  let bytes = 0;

  const remove = (key: string, line: Waiting[], first: Waiting): void => {
    lines.delete(key);
    line.shift();
    length -= 1;
    bytes -= first.bytes;
  };

  return {
    get length() {
      return length;
    },
    get bytes() {
      return bytes;
    },
    put(waiting) {
      const key = keyOf(waiting);
      const line = lines.get(key);
      if (line === undefined) lines.set(key, [waiting]);
      else line.push(waiting);
      length += 1;
      bytes += waiting.bytes;
    },
    take(maximum, maximumBytes) {
      const batch: Waiting[] = [];
      const more: [string, Waiting[]][] = [];
      let taken = 0;
      for (const [key, line] of lines) {
        const [first] = line;
        if (first === undefined || batch.length === maximum) break;
        if (batch.length > 0 && taken + first.bytes > maximumBytes) break;
        remove(key, line, first);
        if (line.length > 0) more.push([key, line]);
        taken += first.bytes;
        batch.push(first);
      }
      for (const [key, line] of more) lines.set(key, line);
      return batch;
    },
  };
}

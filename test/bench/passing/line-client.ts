import type { Readable, Writable } from 'node:stream';

/** Asks over a pair of streams, one message of JSON a line. */
export interface LineClient {
  ask(method: string, params: object): Promise<string>;
}

/** Ids are numbers that stand at the same place in each line of the peer, so that an answer is told without parsing it. */
const id = /^\{"jsonrpc":"2.0","id":(\d+)/;

export function createLineClient(from: Readable, to: Writable): LineClient {
  const waiting = new Map<number, (line: string) => void>();
  let count = 0;
  let held: Buffer[] = [];

  const take = (line: Buffer): void => {
    const found = id.exec(line.toString('latin1', 0, 48));
    if (found === null) return;
    const settle = waiting.get(Number(found[1]));
    waiting.delete(Number(found[1]));
    settle?.(line.toString('utf8'));
  };
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const part = chunk.subarray(start, end);
      take(held.length === 0 ? part : Buffer.concat([...held, part]));
      held = [];
      start = end + 1;
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  });
  return {
    ask: (method, params) =>
      new Promise((settle) => {
        count += 1;
        waiting.set(count, settle);
        to.write(`${JSON.stringify({ jsonrpc: '2.0', id: count, method, params })}\n`);
      }),
  };
}

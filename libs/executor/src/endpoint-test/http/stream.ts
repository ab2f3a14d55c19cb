import type { IncomingMessage } from 'node:http';
import { mostBytes } from '../link.ts';
import { Setback } from '../setback.ts';
import { createEventReader, type ServerEvent } from './events.ts';

/** Hands over every event of a stream. Resolves at its end, rejects when it breaks or goes on without end. */
export function eachEvent(answer: IncomingMessage, take: (event: ServerEvent) => void): Promise<void> {
  const read = createEventReader();
  let bytes = 0;
  return new Promise((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes.all) {
        answer.destroy();
        reject(new Setback('not_mcp', 'The server writes without end.'));
        return;
      }
      for (const event of read(chunk)) take(event);
    });
    answer.once('end', resolve);
    answer.once('error', resolve);
    answer.once('close', resolve);
  });
}

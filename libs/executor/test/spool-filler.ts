/**
 * A process that fills a spool until so many events were dropped, says on stdout what became of them, and waits to be killed.
 * Arguments: the spool directory and the number. Its lines: `kept <event>`, `lost <attempt> <count>`, and `full` at the end.
 */
import { openSpool } from '../src/spool/open-spool.ts';
import { newId } from '../src/ids.ts';
import { seen } from '../src/journal/fact.ts';
import { createProducer } from '../src/journal/producer.ts';
import { thisProcess } from '../src/spool/place.ts';
import { someEvents } from './events.ts';

const [directory = '', number = ''] = process.argv.slice(2);
const executor_id = newId();
const losses = createProducer(`${executor_id}/spool`);
const spool = await openSpool(directory, thisProcess(executor_id), {
  limits: { fileBytes: 20_000, memoryBytes: 0, reserveBytes: 20_000 },
  lossEvent: (attempt, count, reason_code) =>
    losses.event(attempt, seen('evidence-lost', { count, reason_code })),
  onKept: () => undefined,
});

const attemptOf = (id: string): { id: string; events: ReturnType<typeof someEvents> } => ({
  id,
  events: someEvents(5000, id),
});
const [one, other] = [attemptOf(newId()), attemptOf(newId())];
const lines: string[] = [];
const waiting: Promise<void>[] = [];
for (let round = 0; spool.lost < Number(number); round += 1) {
  const { id, events } = round % 3 === 0 ? one : other;
  const some = events.slice(round, round + 1 + (round % 7));
  const before = spool.lost;
  const kept = spool.keep(some, false);
  waiting.push(kept);
  if (round % 5 === 0) await kept;
  const count = spool.lost - before;
  lines.push(...(count > 0 ? [`lost ${id} ${count}`] : some.map(({ event_id }) => `kept ${event_id}`)));
}
await Promise.all(waiting);
process.stdout.write([...lines, 'full', ''].join('\n'));
setInterval(() => undefined, 1000);

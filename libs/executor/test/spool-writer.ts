/**
 * A process that keeps evidence for a service until it is killed, and says on stdout which events are kept.
 * Arguments: the spool directory and the service's URL.
 */
import { setImmediate } from 'node:timers/promises';
import { openSpool } from '../src/spool/open-spool.ts';
import { createHttpSink } from '../src/sender/http-sink.ts';
import { createSender } from '../src/sender/sender.ts';
import { newId } from '../src/ids.ts';
import { thisProcess } from '../src/spool/place.ts';
import { someEvents } from './events.ts';

const [directory = '', url = ''] = process.argv.slice(2);
const spool = await openSpool(directory, thisProcess(newId()), {
  lossEvent: () => {
    throw new Error('nothing may be lost here');
  },
  onKept: () => {
    sender.wake();
  },
});
const sender = createSender({
  sink: createHttpSink({ url, apiKey: null }),
  backlog: spool,
  backoff: () => 1,
  onTrouble: () => undefined,
});

for (let round = 0; ; round += 1) {
  const events = someEvents(1 + (round % 7));
  await spool.keep(events, round % 3 === 0);
  process.stdout.write(events.map((event) => `${event.event_id}\n`).join(''));
  await setImmediate();
}

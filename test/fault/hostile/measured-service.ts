/** A service in a process of its own that tells how large its heap is after a collection, whenever it is asked. */
import { describeFaults, readSettings, startService } from '../../../src/service.ts';

const read = readSettings(process.env);
if (!read.ok) throw new Error(describeFaults(read.faults));
const service = await startService(read.settings);
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => {
  void service.close().then(() => process.exit(0));
});
process.send?.({ url: service.url });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@jest/globals';
import { sources } from './sources.ts';

const deliverOnce = `
  const { openDelivery } = await import(process.argv[1]);
  const [directory, url] = process.argv.slice(2);
  const quiet = () => undefined;
  const service = { url, apiKey: null };
  const told = { service, spoolDirectory: directory, onTrouble: quiet, onDetail: quiet };
  await (await openDelivery('018f0000-0000-7000-8000-000000000000', told)).finish();
`;

/** Runs an executor that may write no byte to any file. */
export async function deliverWithFullDisk(directory: string, url: string): Promise<void> {
  const delivery = new URL('../src/delivery.ts', import.meta.url).href;
  const node = [process.execPath, ...sources, '--input-type=module', '--eval', deliverOnce];
  const child = spawn('/bin/sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node, delivery, directory, url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect(await once(child, 'close')).toEqual([0, null]);
}

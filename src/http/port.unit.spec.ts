import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { describePortFailure, refuseTakenPort } from './port.ts';

const host = '127.0.0.1';

describe('the port of the service', () => {
  it('is refused in words while another program has it, and taken once that is gone', async () => {
    const other = createServer();
    await once(other.listen(0, host), 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(refuseTakenPort({ host, port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken (another Witness?). Set WITNESS_PORT, or stop the other program.`,
    );
    other.close();
    await once(other, 'close');
    await expect(refuseTakenPort({ host, port })).resolves.toBeUndefined();
  });

  it('is refused in words where the host is no address of this machine', async () => {
    await expect(refuseTakenPort({ host: '192.0.2.1', port: 4477 })).rejects.toThrow(/WITNESS_HOST/);
  });

  it('is not blamed for what has another cause', () => {
    expect(describePortFailure({ host, port: 1 }, new TypeError('of ours'))).toBeNull();
  });
});

import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { History } from '@mcp-witness/evidence';
import { type TestService, withService } from '../support/service.ts';
import { thirdParties, withCliStage } from './harness/cli-stage.ts';
import { clis } from './harness/clis.mjs';
import { once as eventually } from './harness/wait.ts';

const names = (process.env.WITNESS_CLIS ?? 'copilot,gemini').split(',').map((name) => name.trim());
const chosen = names.map((name) => {
  const cli = clis.find((one) => one.name === name);
  if (cli === undefined) throw new Error(`There is no CLI "${name}" here.`);
  return cli;
});

const reportOf = async ({ get }: TestService, session: string): Promise<History | null> => {
  const { status, body } = await get(`/v1/sessions/${session}/report`);
  return status === 200 ? (body as History) : null;
};

describe('a real command line under witness passthrough', () => {
  it.each(chosen)(
    '$name: gets its servers, uses them, and leaves the files of its user as they were',
    (cli) =>
      withService((service) =>
        withCliStage(cli, service.url, async ({ start, files, answered }) => {
          const before = await files();
          const [code] = (await once(start('s-1'), 'exit')) as [number | null];
          expect(code).toBe(0);
          for (const name of thirdParties)
            expect((await answered())[name]).toEqual(expect.arrayContaining(['tools/list', 'tools/call']));
          const history = await eventually(
            () => reportOf(service, 's-1'),
            (report) => report !== null && report.current.ended_at !== null,
          );
          const { entry, agent_id, servers, session_error, evidence_lost } = history!.current;
          expect({ entry, agent_id, session_error, evidence_lost }).toEqual({
            entry: 'passthrough',
            agent_id: cli.name,
            session_error: null,
            evidence_lost: { count: 0, gaps: 0 },
          });
          const rows = servers.map(({ name, evidence }) => [name, evidence]);
          expect(rows).toEqual(
            expect.arrayContaining([
              ['notes', 'used'],
              ['hub', 'delivered'],
              ['witness', 'used'],
            ]),
          );
          expect(await files()).toEqual(before);
        }),
      ),
  );

  it.each(chosen)(
    '$name: leaves the files of its user as they were, also when it is killed and started again',
    (cli) =>
      withService((service) =>
        withCliStage(cli, service.url, async ({ start, startIdle, files }) => {
          const before = await files();
          const killed = start('s-1');
          await eventually(
            () => reportOf(service, 's-1'),
            (report) => report?.current.servers.some(({ delivered_at }) => delivered_at !== null) ?? false,
          );
          killed.kill('SIGKILL');
          await once(killed, 'exit');
          expect((await files()).left).not.toBe('');
          await once(startIdle(), 'exit');
          expect(await files()).toEqual(before);
        }),
      ),
  );
});

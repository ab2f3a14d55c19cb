import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';
import { anotherTenant } from './pair/service-pair.ts';
import { beginUpload, type Upload, until } from './slow-upload.ts';

const adminKey = `wk_${'k'.repeat(40)}`;
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const mebibyte = 1024 * 1024;
const uploads = 20;
const uploadBytes = 7 * mebibyte;
const roomBytes = 64 * mebibyte;
const long = `["${'x'.repeat(uploadBytes - 4)}"]`;

const withKeys = (use: (service: TestService) => Promise<void>): Promise<void> =>
  withService(use, { environment: { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey } });

/** Sends an attempt, and evidence in a body of two megabytes. */
const sendEvidence = async ({ post }: TestService, headers: Record<string, string>): Promise<number[]> => {
  const padding = 'x'.repeat(2_000_000);
  const data = { server_name: 'hub', channel: 'acp', transport: 'http', padding };
  const opened = await post('/v1/attempts', attemptBody(uuid(1)), headers);
  const stored = await post('/v1/evidence', [evidence(uuid(1), 2, { data })], headers);
  return [opened.status, stored.status];
};

const withUploads = async (
  begin: () => Upload,
  use: (all: readonly Upload[]) => Promise<void>,
): Promise<void> => {
  const all = Array.from({ length: uploads }, begin);
  try {
    await use(all);
  } finally {
    for (const { socket } of all) socket.destroy();
  }
};

describe('bodies that come slowly', () => {
  it('take no room from evidence where nobody is asked for a credential', () =>
    withKeys((service) =>
      withUploads(
        () => beginUpload(service.url, '/auth/logout', long),
        async (all) => {
          await until(() => all.every(({ answer }) => answer.includes('\r\n\r\n')));
          for (const { answer } of all) expect(answer).toMatch(/^HTTP\/1\.1 204 /);
          expect(await sendEvidence(service, bearer(adminKey))).toEqual([201, 200]);
        },
      ),
    ));

  it('leave room for other tenants, and are taken themselves as far as they had some', () =>
    withKeys(async (service) => {
      const { apiKey } = await anotherTenant({ url: service.url, apiKey: adminKey }, 'acme');
      await withUploads(
        () => beginUpload(service.url, '/v1/evidence', long, bearer(adminKey)),
        async (all) => {
          const waiting = (): Upload[] => all.filter(({ answer }) => answer === '');
          await until(() => waiting().length * uploadBytes <= roomBytes / 2);
          for (const { answer } of all) expect(answer).toMatch(/^($|HTTP\/1\.1 503 )/);
          expect(await sendEvidence(service, bearer(apiKey))).toEqual([201, 200]);
          const taken = waiting();
          expect(taken.length).toBeGreaterThan(0);
          for (const { socket } of taken) socket.write(long.slice(-1));
          await until(() => waiting().length === 0);
          for (const { answer } of taken) expect(answer).toMatch(/^HTTP\/1\.1 422 /);
        },
      );
    }));
});

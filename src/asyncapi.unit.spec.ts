import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describeChannels } from './asyncapi.ts';

/** The official schema of AsyncAPI documents. */
const official = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object;

describe('the AsyncAPI document', () => {
  it('is valid by the official schema of AsyncAPI 3.0', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    addFormats.default(ajv);
    const validate = ajv.compile(official);
    validate(describeChannels());
    expect(validate.errors).toBeNull();
    validate({ ...describeChannels(), channels: { live: { address: 7 } } });
    expect(validate.errors).not.toBeNull();
  });

  it('refers to nothing that it does not hold, and holds nothing that nothing refers to', () => {
    const document = describeChannels();
    const text = JSON.stringify(document);
    const pointers = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer]) => pointer ?? '');
    expect(pointers.length).toBeGreaterThan(20);
    for (const pointer of pointers) {
      const found = pointer
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect([pointer, typeof found]).toEqual([pointer, 'object']);
    }
    const { schemas } = document.components as { schemas: object };
    for (const name of Object.keys(schemas)) expect(pointers).toContain(`components/schemas/${name}`);
  });

  it('names the channels and messages that others rely on', () => {
    const { channels } = describeChannels() as {
      channels: Record<string, { address: string; messages: object }>;
    };
    const named = Object.values(channels).map(({ address, messages }) => [address, Object.keys(messages)]);
    expect(named).toEqual([
      [
        '/v1/live',
        [
          'subscribe',
          'unsubscribe',
          'sessionMcpStatusUpdated',
          'sessionCaughtUp',
          'resync',
          'heartbeat',
          'error',
        ],
      ],
      [
        '/v1/executor',
        [
          'executorHold',
          'executorProgress',
          'executorAnswer',
          'executorHeld',
          'executorRequest',
          'executorCancel',
          'executorHeartbeat',
          'executorError',
        ],
      ],
      ['/v1/feed', ['feedEvent']],
    ]);
  });
});

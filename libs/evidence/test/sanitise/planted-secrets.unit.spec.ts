import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limitCatalog, sanitizeText, secretNeedles } from '@mcp-witness/evidence';
import { type Planted, planted, secretValue } from './plant.ts';

const patience = 120_000;

const MARKERS = '[redacted][path]';
const SETTINGS = ['true', 'false', 'null', 'none', 'undefined'];
const OPTION_NAME = /^--?[A-Za-z][A-Za-z-]*$/;
const isNeedle = (secret: string): boolean =>
  !MARKERS.includes(secret.toLowerCase()) &&
  !SETTINGS.includes(secret.toLowerCase()) &&
  !OPTION_NAME.test(secret);

const configurations: readonly ((secret: string) => object)[] = [
  (secret) => ({ headers: { 'X-Team': secret } }),
  (secret) => ({ env: [{ name: 'LICENCE', value: secret }] }),
  (secret) => ({ args: ['--flag', secret] }),
  (secret) => ({ args: [`--flag=${secret}`] }),
  (secret) => ({ url: `https://svc:${encodeURIComponent(secret)}@host.test/mcp` }),
  (secret) => ({ url: `https://host.test/mcp/${encodeURIComponent(secret)}/sse` }),
  (secret) => ({ url: `https://host.test/mcp?k=${encodeURIComponent(secret)}` }),
];

const isHidden = (output: string, { forbidden }: Planted): boolean => {
  const lower = output.toLowerCase();
  return !forbidden.some((part) => lower.includes(part.toLowerCase()));
};

describe('a secret of the configuration', () => {
  it(
    'is nowhere in a text that is kept, however it was written and wherever it stood',
    () => {
      fc.assert(
        fc.property(planted, fc.constantFrom(...configurations), (plant, configure) => {
          fc.pre(isNeedle(plant.secret));
          const options = { secrets: secretNeedles(configure(plant.secret)), maxBytes: 4096 };
          const kept = sanitizeText(plant.text, options);
          return isHidden(kept, plant) && sanitizeText(kept, options) === kept;
        }),
        { numRuns: 10_000 },
      );
    },
    patience,
  );

  it(
    'is nowhere in a catalog, neither in a name nor a description nor a schema',
    () => {
      fc.assert(
        fc.property(planted, (plant) => {
          fc.pre(isNeedle(plant.secret));
          const secrets = secretNeedles({ env: { LICENCE: plant.secret } });
          const properties = { [plant.text]: { default: plant.text, enum: [plant.text] } };
          const input_schema = { type: 'object', properties };
          const { tools } = limitCatalog([{ name: plant.text, description: plant.text, input_schema }], {
            secrets,
          });
          const kept = tools.flatMap((tool) => {
            const schema = tool.input_schema as typeof input_schema;
            const [[key, value] = []] = Object.entries(schema.properties);
            return [
              tool.name,
              tool.description ?? '',
              key ?? '',
              value?.default ?? '',
              ...(value?.enum ?? []),
            ];
          });
          return kept.every((text) => isHidden(text, plant));
        }),
        { numRuns: 1_000 },
      );
    },
    patience,
  );

  it('is found among thousands of others', () => {
    const many = fc.sample(secretValue, 3000);
    const secrets = secretNeedles({ env: many.map((value, index) => ({ name: `KEY_${index}`, value })) });
    const kept = sanitizeText(many.slice(0, 50).join(' | '), { secrets, maxBytes: 100_000 });
    expect(kept.replaceAll('[redacted]', '').replaceAll('[path]', '')).toMatch(/^[ |]*$/);
  });
});

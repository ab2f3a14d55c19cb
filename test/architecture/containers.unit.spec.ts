import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };

/** The part of the Compose Specification that the file uses, and no more: a misspelt member is refused. */
const composeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['services'],
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['image', 'restart'],
        properties: {
          build: text,
          image: text,
          init: { type: 'boolean' },
          restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
          stop_grace_period: { type: 'string', pattern: '^[0-9]+s$' },
          read_only: { type: 'boolean' },
          tmpfs: texts,
          cap_drop: texts,
          security_opt: texts,
          environment: { type: 'object', additionalProperties: text },
          secrets: texts,
          ports: texts,
          profiles: texts,
          volumes: texts,
          depends_on: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              properties: {
                condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] },
              },
            },
          },
          healthcheck: {
            type: 'object',
            additionalProperties: false,
            required: ['test'],
            properties: {
              test: { type: 'array', items: text, minItems: 2 },
              interval: { type: 'string', pattern: '^[0-9]+s$' },
              timeout: { type: 'string', pattern: '^[0-9]+s$' },
              retries: { type: 'integer', minimum: 1 },
            },
          },
        },
      },
    },
    volumes: { type: 'object', additionalProperties: { type: 'null' } },
    secrets: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['file'],
        properties: { file: text },
      },
    },
  },
};

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly secrets: object;
}

const compose = parse(read('docker-compose.yml')) as Compose;
const services = Object.entries(compose.services);

describe('the compose file', () => {
  it('has the structure of the Compose Specification', () => {
    const ajv = new Ajv({ allErrors: true });
    ajv.validate(composeSchema, compose);
    expect(ajv.errors).toBeNull();
  });

  it('names nothing that it does not define', () => {
    for (const [, { secrets = [], volumes = [], depends_on = {} }] of services) {
      for (const secret of secrets) expect(compose.secrets).toHaveProperty([secret]);
      for (const volume of volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(compose.services).toHaveProperty([name]);
        expect([condition, compose.services[name]?.healthcheck !== undefined]).toEqual([
          'service_healthy',
          true,
        ]);
      }
    }
  });

  it('pins every image, opens ports to this machine only, and holds no secret', () => {
    for (const [, { image, ports = [], environment = {} }] of services) {
      expect(image).toMatch(/:[0-9]+\.[0-9]+[\w.-]*$/);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      for (const [name, value] of Object.entries(environment)) {
        expect(`${name} ${value}`).not.toMatch(/(PASSWORD|KEY|URL) /);
      }
    }
  });

  it('starts the service with PostgreSQL alone unless asked for more', () => {
    const plain = services.filter(([, { profiles = [] }]) => profiles.length === 0).map(([name]) => name);
    expect(plain).toEqual(['witness', 'postgres']);
    expect(compose.services.kurrentdb?.profiles).toEqual(['kurrentdb']);
  });
});

describe('the image', () => {
  const lines = read('Dockerfile').split('\n');

  it('runs what npm start runs, as a user without rights, and tells its health', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const command = JSON.parse(lines.find((line) => line.startsWith('CMD '))?.slice(4) ?? '[]') as string[];
    expect(`exec ${command.join(' ')}`).toBe(scripts.start);
    const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(lastStage.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK[^]*\/readyz/);
  });

  it('copies only what is there', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied)
      expect(() => readFileSync(new URL(`../../${path}`, import.meta.url))).not.toThrow(/ENOENT/);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { json, randomness, spaced } from '../../test/json/spaced.ts';
import { plainPolicy } from '../../test/policy.ts';
import { arrayElements, objectMembers } from '../json/scan.ts';
import { applyEdits } from '../json/splice.ts';
import type { Profile } from '../profile/profile.ts';
import { readProfile } from '../profile/validate.ts';
import { readHostServers } from './host-servers.ts';
import { planServers } from './plan.ts';
import type { Policy } from './policy.ts';

const reading = readProfile({
  version: 1,
  servers: [{ name: 'hub', type: 'http', url: 'http://127.0.0.1:1/' }],
  rules: [
    { match: 'd*', deny: true },
    { match: 'o*', observed: true },
  ],
});
const profile: Profile | null = reading.ok ? reading.profile : null;
const hub = { type: 'http', name: 'hub', url: 'http://127.0.0.1:1/', headers: [] };

/** Stands for what carries: it marks what it was given. */
const policy: Policy = {
  ...plainPolicy,
  profile,
  fronts: Promise.resolve({ add: (_attempt, entry) => ({ ...entry, command: 'front', args: [], env: [] }) }),
};

type Fields = Record<string, unknown>;

async function plan(text: string, over: Partial<Policy> = {}): Promise<string> {
  const line = Buffer.from(text);
  const { mcpServers } = JSON.parse(text) as Fields;
  const takes = { stdio: true, http: true, sse: true, otherVersion: false };
  const { edits } = await planServers(
    {
      attempt_id: 'a',
      host: readHostServers(mcpServers),
      policy: { ...policy, ...over },
      takes,
      directory: '/',
    },
    { line, params: { start: 0, end: line.length }, mayInsert: false },
    null,
  );
  return applyEdits(line, edits).toString();
}

const whole = fc.constantFrom('keep', 'deny', 'observe', 'other').map((name) => ({
  name,
  command: 'x',
  args: ['a'],
  env: [],
}));
const element = fc.oneof(whole, fc.record({ name: fc.constantFrom('d', 'k', 'hub'), more: json }), json);
const lists = fc.record({ cwd: json, mcpServers: fc.array(element, { maxLength: 6 }), _meta: json });

const isNamed = (one: unknown): one is Fields & { readonly name: string } =>
  typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' && one.name !== '';

/** What the agent is to get, said over the values. */
function expected(list: readonly unknown[]): unknown[] {
  const names = list.filter(isNamed).map(({ name }) => name);
  const kept = list.flatMap((one) => {
    if (!isNamed(one)) return [one];
    if (one.name.startsWith('d')) return [];
    const once = names.filter((name) => name === one.name).length === 1;
    const carried = once && one.name.startsWith('o') && one.command === 'x';
    return [carried ? { ...one, command: 'front', args: [], env: [] } : one];
  });
  return names.includes('hub') ? kept : [...kept, hub];
}

describe('the plan for the servers of a request', () => {
  it('takes out what is denied, carries what is to be observed, adds the rest, and touches no other byte', async () => {
    await fc.assert(
      fc.asyncProperty(lists, randomness, async (value, random) => {
        const text = spaced(value, random);
        const parsed = JSON.parse(text) as { mcpServers: unknown[] };
        const after = await plan(text);
        expect(JSON.parse(after)).toEqual({ ...parsed, mcpServers: expected(parsed.mcpServers) });
        const bytes = Buffer.from(text);
        const at = objectMembers(bytes, 0)?.find(({ key }) => key === 'mcpServers')?.value ?? {
          start: 0,
          end: 0,
        };
        expect(after.startsWith(bytes.toString('utf8', 0, at.start + 1))).toBe(true);
        expect(after.endsWith(bytes.toString('utf8', at.end - 1))).toBe(true);
        (arrayElements(bytes, at.start) ?? []).forEach((span, index) => {
          const one = parsed.mcpServers[index];
          if (isNamed(one) && /^[do]/.test(one.name)) return;
          expect(after).toContain(bytes.toString('utf8', span.start, span.end));
        });
      }),
      { numRuns: 400 },
    );
  });

  it('changes not a byte when nothing is injected, denied or observed', async () => {
    await fc.assert(
      fc.asyncProperty(lists, randomness, async (value, random) => {
        const text = spaced(value, random);
        const quiet = profile === null ? null : { ...profile, rules: [] };
        expect(await plan(text, { profile: quiet, inject: false })).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import type { History } from '@mcp-witness/evidence';
import { holdTools } from './hold-tools.ts';

const counts = 'The list of tools is another than in the attempt before. Tools then 1, now 1.';

const history = (digest: string, summary: string, tools?: readonly object[]): History =>
  ({
    current: {
      attachment_attempt_id: 'a',
      servers: [{ name: 'hub', tool_catalog_digest: digest, tools }],
      findings: [{ code: 'catalog_changed', server_name: 'hub', summary }],
    },
  }) as unknown as History;

describe('what live updates leave out', () => {
  it('is kept for as long as the digest is the same: tools, and which of them changed', () => {
    const held = holdTools();
    const named = `${counts} New: b. Gone: a.`;
    const tools = [{ name: 'b' }];
    held.fill(history('one', named, tools));
    const same = held.fill(history('one', counts)).current;
    expect(same.servers[0]?.tools).toEqual(tools);
    expect(same.findings[0]?.summary).toBe(named);
    const other = held.fill(history('two', counts)).current;
    expect(other.servers[0]?.tools).toBeNull();
    expect(other.findings[0]?.summary).toBe(counts);
    expect(held.missing(history('two', counts))).toEqual([{ name: 'hub', digest: 'two' }]);
  });
});

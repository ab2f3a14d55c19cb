import { describe, expect, it } from '@jest/globals';
import { createLines, type Line } from './lines.ts';
import type { OpenRequest } from './requests.postgres.ts';

const executor = { tenant_id: 't', executor_id: 'e' };
const request = (id: string): OpenRequest => ({
  id,
  kind: 'k',
  data: '{}',
  seal_key: Buffer.alloc(0),
  deadline_ms: 1,
});

const lineOf = (isOpen = true): Line & { readonly said: string[] } => {
  const said: string[] = [];
  return {
    executor,
    said,
    send: ({ id }) => (isOpen ? said.push(`request ${id}`) > 0 : false),
    cancel: (id) => void said.push(`cancel ${id}`),
  };
};

describe('the lines to executors', () => {
  it('say each request once a line, and again over a line that comes later', () => {
    const lines = createLines();
    const [first, second] = [lineOf(), lineOf()];
    lines.add(first);
    lines.tell(executor, [request('1')]);
    lines.tell(executor, [request('1'), request('2')]);
    lines.add(second);
    lines.tell(executor, [request('1'), request('2')]);
    expect(first.said).toEqual(['request 1', 'request 2']);
    expect(second.said).toEqual(['request 1', 'request 2']);
  });

  it('take back what is open no more, where it was said', () => {
    const lines = createLines();
    const [open, closed] = [lineOf(), lineOf(false)];
    lines.add(open);
    lines.add(closed);
    lines.tell(executor, [request('1')]);
    lines.tell(executor, []);
    lines.tell(executor, []);
    expect(open.said).toEqual(['request 1', 'cancel 1']);
    expect(closed.said).toEqual([]);
  });

  it('are those of one executor of one tenant', () => {
    const lines = createLines();
    const line = lineOf();
    lines.add(line);
    lines.tell({ tenant_id: 'u', executor_id: 'e' }, [request('1')]);
    expect(line.said).toEqual([]);
    expect(lines.executors).toEqual([executor]);
    lines.remove(line);
    expect(lines.has(executor)).toBe(false);
    expect(lines.executors).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Queryable } from './load.ts';
import { queryTogether } from './together.ts';

const recording = (): { readonly db: Queryable; readonly asked: [string, unknown[]][] } => {
  const asked: [string, unknown[]][] = [];
  const query = <Result>(sql: string, values: unknown[] = []): Promise<Result> => {
    asked.push([sql, values]);
    return Promise.resolve([] as Result);
  };
  return { db: { query }, asked };
};

describe('statements that run together', () => {
  it('are one statement, each with its own parameters', async () => {
    const { db, asked } = recording();
    const writes = [
      { sql: 'insert into a values ($1, $2)', values: ['a', 'b'] },
      { sql: 'insert into b select $2, $1 from $10', values: ['c', 'd'] },
    ];
    await queryTogether(db, writes, { sql: 'select $1', values: ['e'] });
    expect(asked).toEqual([
      [
        'with part_0 as (insert into a values ($1, $2)), part_1 as (insert into b select $4, $3 from $12) select $5',
        ['a', 'b', 'c', 'd', 'e'],
      ],
    ]);
  });

  it('are the reading alone where nothing is written', async () => {
    const { db, asked } = recording();
    await queryTogether(db, [], { sql: 'select $1', values: [1] });
    expect(asked).toEqual([['select $1', [1]]]);
  });
});

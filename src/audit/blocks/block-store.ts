import { Position } from '@mcp-witness/event-log';
import { type Pool } from 'pg';
import { type Block } from './block.ts';
import { type Signer } from './signing-key.ts';

interface Row {
  readonly number: string;
  readonly first_position: string;
  readonly last_position: string;
  readonly events: number;
  readonly root: Buffer;
  readonly previous: Buffer;
  readonly hash: Buffer;
  readonly sealed_at: string;
  readonly key_id: string;
  readonly signature: Buffer;
}

const columns =
  'number, first_position, last_position, events, root, previous, hash, sealed_at, key_id, signature';

const positionOf = (text: string): Position => Position.parse(text) ?? Position.start;

const toBlock = (row: Row): Block => ({
  ...row,
  number: Number(row.number),
  first_position: positionOf(row.first_position),
  last_position: positionOf(row.last_position),
});

const insertSql = `
insert into audit_blocks (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`;

const addKeySql = `insert into audit_keys (key_id, public_key) values ($1, $2) on conflict do nothing`;

/** The signed blocks, beside the read models whichever engine keeps the log. */
export interface BlockStore {
  last(): Promise<Block | null>;
  /** Blocks that end after a position, in their order. */
  after(position: Position, limit: number): Promise<readonly Block[]>;
  /** The one that ends at a position or the last before it. */
  upTo(position: Position): Promise<Block | null>;
  /** False: another process has written a block of this number. */
  add(block: Block): Promise<boolean>;
  addKey(signer: Signer): Promise<void>;
  /** Public keys by id. */
  keys(): Promise<ReadonlyMap<string, Uint8Array>>;
}

export const postgresBlockStore = (pool: Pool): BlockStore => {
  const query = async (rest: string, values: readonly unknown[] = []): Promise<readonly Block[]> =>
    (await pool.query<Row>(`select ${columns} from audit_blocks ${rest}`, [...values])).rows.map(toBlock);
  return {
    last: async () => (await query('order by number desc limit 1'))[0] ?? null,
    after: (position, limit) =>
      query('where last_position > $1 order by last_position limit $2', [position, limit]),
    upTo: async (position) =>
      (await query('where last_position <= $1 order by last_position desc limit 1', [position]))[0] ?? null,
    add: async (block) => {
      const { number, first_position, last_position, events, root, previous, hash } = block;
      const values = [number, first_position, last_position, events, root, previous, hash];
      const result = await pool.query(insertSql, [...values, block.sealed_at, block.key_id, block.signature]);
      return result.rowCount === 1;
    },
    addKey: async ({ key_id, public_key }) => {
      await pool.query(addKeySql, [key_id, public_key]);
    },
    keys: async () => {
      const { rows } = await pool.query<{ key_id: string; public_key: Buffer }>(
        'select key_id, public_key from audit_keys',
      );
      return new Map(rows.map((row) => [row.key_id, row.public_key]));
    },
  };
};

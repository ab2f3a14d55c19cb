import { type ClientBase } from 'pg';
import { type Outcome } from '../engine/engine.ts';
import { type Append } from '../port.ts';
import { type Position } from '../position.ts';
import { int4Array, int8Array, textArray, uuidArray } from './binary-arrays.ts';
import { rowsOf, type Row, type Statement } from './statement.ts';

const statement: Statement = {
  name: 'es_append',
  text: 'select outcome, stream_position, position from public.es_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
  timeoutMilliseconds: 15_000,
};

/** Appends all of them in one transaction; one a stream at most. */
export async function append(client: ClientBase, appends: readonly Append[]): Promise<readonly Outcome[]> {
  const rows = await rowsOf(client, statement, parameters(appends));
  return rows.map(outcomeOf);
}

function parameters(appends: readonly Append[]): Buffer[] {
  const events = appends.flatMap((one) => one.events);
  const owners: number[] = [];
  const places: number[] = [];
  appends.forEach((one, index) => {
    one.events.forEach((_, place) => {
      owners.push(index + 1);
      places.push(place);
    });
  });
  return [
    uuidArray(appends.map((one) => one.append_id)),
    textArray(appends.map((one) => one.tenant_id)),
    textArray(appends.map((one) => one.stream)),
    int8Array(appends.map((one) => (one.expected === 'any' ? -1 : one.expected))),
    int4Array(appends.map((one) => one.events.length)),
    int4Array(owners),
    int4Array(places),
    textArray(events.map((event) => event.id)),
    textArray(events.map((event) => event.type)),
    int4Array(events.map((event) => event.schema_version)),
    textArray(events.map((event) => event.data)),
    textArray(events.map((event) => event.meta)),
    textArray(events.map((event) => event.key_id)),
  ];
}

function outcomeOf([outcome, place, position]: Row): Outcome {
  switch (outcome) {
    case 'appended':
    case 'duplicate':
      return { outcome, stream_position: Number(place), position: position as Position };
    case 'conflict':
      return { outcome, length: Number(place) };
    default:
      return { outcome: 'mismatch' };
  }
}

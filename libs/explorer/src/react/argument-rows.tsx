import type { JSX } from 'react';
import { schemaRows, type SchemaRow } from '../schema/schema-rows.ts';

const need = ({ required }: SchemaRow): string | null => {
  if (required === null) return null;
  return required ? 'required' : 'optional';
};

const Row = ({ row }: { readonly row: SchemaRow }): JSX.Element => (
  <li data-depth={row.depth} data-kind={row.kind} data-argument={row.path}>
    <p className="witness-argument">
      <bdi className={row.kind === 'property' ? 'witness-code witness-name' : 'witness-name'}>{row.name}</bdi>
      <span className="witness-type">{row.type}</span>
      {row.required === null ? null : (
        <span className={row.required ? 'witness-required' : 'witness-quiet'}>{need(row)}</span>
      )}
    </p>
    {row.description === null ? null : <p className="witness-pre">{row.description}</p>}
    {row.constraints.length === 0 ? null : <p className="witness-quiet">{row.constraints.join(' · ')}</p>}
  </li>
);

/** The arguments that a schema describes, nested ones under their parents. */
export const ArgumentRows = ({ schema }: { readonly schema: unknown }): JSX.Element => {
  const { rows, more } = schemaRows(schema);
  return (
    <>
      {rows.length === 0 ? <p>The schema names no arguments.</p> : null}
      <ul className="witness-arguments" aria-label="Arguments">
        {rows.map((row) => (
          <Row key={row.path} row={row} />
        ))}
      </ul>
      {more ? (
        <p className="witness-note">The schema says more than these rows show. All of it is in the JSON.</p>
      ) : null}
    </>
  );
};

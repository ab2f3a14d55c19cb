import { memo, type ReactNode } from 'react';

/** A column: its heading, its cell, and how it is set. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
}

interface TableProps<Row> {
  readonly label: string;
  /** Names the grid of its columns in the style sheet. */
  readonly name: string;
  /** The first heads its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
}

const RowOf = <Row,>({ row, columns }: RowProps<Row>): ReactNode => (
  <div role="row" className="table-row">
    {columns.map(({ heading, cell, align }, index) => (
      <div key={heading} role={index === 0 ? 'rowheader' : 'cell'} data-heading={heading} data-align={align}>
        {cell(row)}
      </div>
    ))}
  </div>
);

// A row that did not change is not drawn again: lists are long, and refreshed every few seconds.
const MemoRow = memo(RowOf) as typeof RowOf;

const rowsOfGroup = 50;

/**
 * A table of any length. Groups of rows out of sight cost no layout (`content-visibility`), and stay where search and
 * assistive technology find them. `columns` has to be the same from one drawing to the next.
 */
export const Table = <Row,>({ label, name, columns, rows, keyOf }: TableProps<Row>): ReactNode => (
  <div role="table" aria-label={label} aria-rowcount={rows.length + 1} className={`table table-${name}`}>
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row">
        {columns.map(({ heading, align }) => (
          <div key={heading} role="columnheader" data-align={align}>
            {heading}
          </div>
        ))}
      </div>
    </div>
    {Array.from({ length: Math.ceil(rows.length / rowsOfGroup) }, (_, group) => (
      <div key={group} role="rowgroup" className="table-group">
        {rows.slice(group * rowsOfGroup, (group + 1) * rowsOfGroup).map((row) => (
          <MemoRow key={keyOf(row)} row={row} columns={columns} />
        ))}
      </div>
    ))}
  </div>
);

import type { ComponentChildren } from 'preact';

/** Describes a column: its title, and its cell for a row. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
}

/** Shows a table; the first column holds the row headers. A wide table scrolls sideways; on a phone each row of more than two columns is a card. */
export function DataTable<Row>(props: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The key of the open row, if any. */
  readonly markedKey?: string | undefined;
}) {
  return (
    <div
      class="data-table"
      data-cards={props.columns.length > 2}
      role="region"
      aria-label={props.label}
      tabIndex={0}
    >
      {/* The roles stay where styles make cards of rows. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {props.columns.map(({ title, isNumber }) => (
              <th key={title} role="columnheader" scope="col" data-number={isNumber}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)} role="row" data-marked={props.keyOf(row) === props.markedKey}>
              {props.columns.map(({ title, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={title} role="rowheader" scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} role="cell" data-title={title} data-number={isNumber}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { ControlDocs } from '@dapikit/gateway';
import { cell, table } from './markdown.js';

/** Returns the table of the params of a method. */
export function paramTable(params: ControlDocs['params']): string {
  const rows = Object.entries(params).map(([name, { schema, isRequired, expected }]) => [
    `\`${name}\`${isRequired ? '' : ' (optional)'}`,
    expected,
    cell(typeof schema['description'] === 'string' ? schema['description'] : ''),
  ]);
  return rows.length === 0 ? 'No params.' : table(['param', 'what', 'about'], rows);
}

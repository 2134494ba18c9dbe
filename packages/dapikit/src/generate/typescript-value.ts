import { quotePropertyName } from '@dapikit/contract';

/** Writes plain data as an expression of TypeScript, with bigint as such. */
export function typeScriptOf(value: unknown, margin = ''): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return listOf(value, margin);
  return typeof value === 'object' && value !== null ? objectOf(value, margin) : JSON.stringify(value);
}

function listOf(items: readonly unknown[], margin: string): string {
  const inner = `${margin}  `;
  if (items.length === 0) return '[]';
  return ['[', ...items.map((item) => `${inner}${typeScriptOf(item, inner)},`), `${margin}]`].join('\n');
}

function objectOf(value: object, margin: string): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const onOneLine = members
    .map(([name, member]) => `${quotePropertyName(name)}: ${typeScriptOf(member)}`)
    .join(', ');
  if (members.length === 0) return '{}';
  if (!onOneLine.includes('\n') && !onOneLine.includes('{') && onOneLine.length < 100)
    return `{ ${onOneLine} }`;
  const inner = `${margin}  `;
  return [
    '{',
    ...members.map(([name, member]) => `${inner}${quotePropertyName(name)}: ${typeScriptOf(member, inner)},`),
    `${margin}}`,
  ].join('\n');
}

import { visit } from 'jsonc-parser';
import { DecimalNumber, RepeatedMembers } from './rpc/json-source.js';

/** Collects the items of an array, or the members of an object. */
type Container = { readonly items: unknown[] } | { readonly names: string[]; readonly items: unknown[] };

/**
 * Returns the value that a text spells, with what `JSON.parse` drops: numbers that are written with a fraction or an exponent are
 * {@link DecimalNumber}, objects with a repeated name {@link RepeatedMembers}.
 *
 * @param text valid JSON
 */
export function parseSource(text: string): unknown {
  const root: unknown[] = [];
  const open: Container[] = [{ items: root }];
  const add = (value: unknown): void => void open.at(-1)?.items.push(value);
  const close = (): void => {
    const container = open.pop();
    if (container !== undefined) add('names' in container ? objectOf(container) : container.items);
  };
  visit(text, {
    onArrayBegin: () => void open.push({ items: [] }),
    onObjectBegin: () => void open.push({ names: [], items: [] }),
    onObjectProperty: (name) => {
      const container = open.at(-1);
      if (container !== undefined && 'names' in container) container.names.push(name);
    },
    onLiteralValue: (value: unknown, offset, length) =>
      add(typeof value === 'number' ? numberOf(text.slice(offset, offset + length)) : value),
    onArrayEnd: close,
    onObjectEnd: close,
  });
  return root[0];
}

const numberOf = (text: string): number | DecimalNumber =>
  /[.eE]/.test(text) ? new DecimalNumber(text) : Number(text);

function objectOf({ names, items }: { readonly names: string[]; readonly items: unknown[] }): object {
  const members = names.map((name, at): [string, unknown] => [name, items[at]]);
  return new Set(names).size < names.length ? new RepeatedMembers(members) : Object.fromEntries(members);
}

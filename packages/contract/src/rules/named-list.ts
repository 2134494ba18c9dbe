import { getPlainValue, isExact } from '../foreign/plain-value.js';
import { asObject, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { replaceBy, type SingleReading } from './single-reading.js';

/** Suggests the object that a list of objects with different names stands for: each becomes the member of its name. */
export function readAsNamed(list: JsonNode, what: string): SingleReading {
  const items = getItems(list);
  const names = items.map((item) => (asObject(item) && getText(getMember(item, 'name'))) ?? '');
  if (items.length === 0 || names.includes('') || new Set(names).size < items.length || !isExact(list))
    return {};
  // An object has names that are integers before all others: the list would lose its order.
  if (names.some((name) => /^\d+$/.test(name))) return {};
  const members = items.map((item) => {
    const { name: _, ...others } = Object(getPlainValue(item));
    return others;
  });
  return {
    ...replaceBy(list, Object.fromEntries(names.map((name, at) => [name, members[at]]))),
    fix: `Write an object with each ${what} by its name.`,
  };
}

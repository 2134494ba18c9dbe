import { getInteger, getMember, asObject, getPointer, type JsonNode } from '../source/json-node.js';
import { getPlainValue, isExact } from '../foreign/plain-value.js';
import { formatPointer } from '../source/json-pointer.js';
import type { Finding } from './rule.js';

/** Limits the decimals of a token. */
export const MAX_DECIMALS = 16n;

/** Maps the words of other token standards to the places of a token that say the same. */
export const TOKEN_PLACES: ReadonlyMap<string, string> = new Map([
  ['decimals', 'conventions.decimals'],
  ['localizations', 'conventions.localizations'],
  ['name', 'conventions.localizations.en.singularForm'],
  ['symbol', 'conventions.localizations.en.singularForm'],
]);

/** Maps the words of other token standards to members of a token. */
export const TOKEN_NAMES: ReadonlyMap<string, string> = new Map([
  ['totalSupply', 'baseSupply'],
  ['initialSupply', 'baseSupply'],
  ['supply', 'baseSupply'],
  ['cap', 'maxSupply'],
]);

/** Suggests to move a member to its place, if that is free and takes the value. */
export function moveTo(place: string, node: JsonNode): Partial<Finding> {
  const path = place.split('.');
  let container = node.parent;
  for (const name of path.slice(0, -1)) container = asObject(getMember(container, name));
  const isFree = container !== undefined && getMember(container, path.at(-1) ?? '') === undefined;
  const decimals = node.key === 'decimals' ? getInteger(node) : 0n;
  const isValid = decimals !== undefined && decimals >= 0n && decimals <= MAX_DECIMALS;
  if (node.parent === undefined || !isFree || !isValid || !isExact(node))
    return { note: `its place is "${place}"`, fix: `Write it as "${place}".` };
  return {
    note: `did you mean "${place}"?`,
    fix: `Write it as "${place}".`,
    patch: [
      { op: 'remove', path: getPointer(node) },
      { op: 'add', path: `${getPointer(node.parent)}${formatPointer(path)}`, value: getPlainValue(node) },
    ],
  };
}

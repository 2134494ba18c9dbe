import { decodeIdentifier } from '../model/identifier.js';
import { excerpt } from '../source/excerpt.js';
import { getItems, getText, type JsonNode } from '../source/json-node.js';
import type { Side, SideKind } from './expression.js';
import { CONSTANT, OWNER } from './operators.js';
import { findEntry, readList } from './read-entry.js';
import { isConstant } from './read-integer.js';
import type { Reading } from './reading.js';
import { listEnum } from './scope.js';

/** Maps types that are compared as a whole to words. */
export const SIDE_WORDS: Readonly<Record<SideKind, string>> = {
  text: 'text',
  identifier: 'an identifier',
  bytes: 'a byte array',
};

/** Returns whether a node is a property with a text as its default. */
export function isTextDefault(node: JsonNode | undefined): boolean {
  const entry = findEntry(node);
  if (entry?.name !== 'ifAbsent') return false;
  const items = getItems(entry.value);
  return items.length === 2 && items[1]?.kind === 'string';
}

/** Returns the type of a side that is a bare path; undefined for other sides. */
export const pathKindOf = (reading: Reading, node: JsonNode | undefined): SideKind | undefined =>
  node?.kind === 'string' ? reading.scope.sideKindOf(node.value) : undefined;

/** Returns whether a comparison is one of texts, identifiers or bytes, and not of integers. */
export function comparesSides(
  reading: Reading,
  left: JsonNode | undefined,
  right: JsonNode | undefined,
): boolean {
  return (
    [left, right].some((node) => isConstant(node) || isTextDefault(node)) ||
    (pathKindOf(reading, left) !== undefined && pathKindOf(reading, right) !== undefined)
  );
}

/** Reads a side of a comparison of texts, identifiers or bytes. */
export function readSide(
  reading: Reading,
  node: JsonNode | undefined,
  of: SideKind,
  operator: string,
): Side | undefined {
  if (node === undefined) return undefined;
  const reads = `compares ${of === 'text' ? 'text' : SIDE_WORDS[of]} here`;
  if (isConstant(node)) return readConstant(reading, findEntry(node)?.value, of);
  if (node.kind === 'string') {
    if (of === 'identifier' && node.value === OWNER) return readOwner(reading, node);
    const property = reading.readProperty(node, operator, reads, [of]);
    return property && { kind: 'property', path: property.path };
  }
  const entry = findEntry(node);
  if (entry?.name === 'ifAbsent') return readTextDefault(reading, entry.value, of, operator, reads);
  return reportOther(reading, node, operator, reads);
}

/** Rejects a side that is neither a path nor a constant: an integer, or an operator. */
function reportOther(reading: Reading, node: JsonNode, operator: string, reads: string): undefined {
  if (node.kind === 'object' || (node.kind === 'number' && node.integer !== undefined))
    return reading.add('type', node, `"${operator}" ${reads}; ${excerpt(node)} is no path and no constant`, {
      fix: `Write a path or {"${CONSTANT}": "…"}.`,
    });
  return reading.addShape(node, `expected a path or a constant, found ${excerpt(node)}`);
}

/** Reads `$ownerId`, which the entries of an indexOnly type do not have when they are deleted. */
export function readOwner(reading: Reading, node: JsonNode): Side | undefined {
  if (!reading.scope.isIndexOnly) return { kind: 'owner' };
  return reading.add(
    'path',
    node,
    `"${OWNER}" cannot be read: the entries of an indexOnly type have no owner when they are deleted`,
  );
}

function readTextDefault(
  reading: Reading,
  value: JsonNode,
  of: SideKind,
  operator: string,
  reads: string,
): Side | undefined {
  const [at, preset] = readList(reading, value, 'ifAbsent', '[path, text]', 2, 2) ?? [];
  if (at === undefined || preset === undefined) return undefined;
  if (of !== 'text')
    return reading.add('type', value, `${SIDE_WORDS[of]} takes no default`, { fix: 'Write the path alone.' });
  if (preset.kind !== 'string') {
    if (preset.kind !== 'number' || preset.integer === undefined)
      return reading.addShape(preset, `expected an integer or text as the default, found ${excerpt(preset)}`);
    return reading.add('type', preset, `"${operator}" ${reads}; the default is an integer`);
  }
  const property = reading.readProperty(at, operator, reads, [of]);
  if (property === undefined) return undefined;
  checkEnum(reading, property.schema, property.path.text, preset);
  return { kind: 'property', path: property.path, ifAbsent: preset.value };
}

/** Reads the text of a constant. */
export function readConstant(reading: Reading, node: JsonNode | undefined, of: SideKind): Side | undefined {
  if (node?.kind !== 'string')
    return reading.addShape(node, `expected text for "${CONSTANT}", found ${excerpt(node)}`, {
      fix: 'Write an integer as itself.',
    });
  const value = readConstantText(reading, node, node.value, of);
  return value === undefined ? undefined : { kind: 'constant', value, text: node.value };
}

/** Returns the form in which a constant is compared. */
export function readConstantText(
  reading: Reading,
  node: JsonNode,
  text: string,
  of: SideKind,
): string | undefined {
  if (of === 'text') return text;
  if (of === 'bytes') {
    if (/^(?:[0-9a-fA-F]{2})*$/.test(text)) return text.toLowerCase();
    return reading.add(
      'constant',
      node,
      `${excerpt(node)} is not hexadecimal: it needs an even number of digits from 0 to f`,
    );
  }
  const bytes = decodeIdentifier(text);
  if (bytes !== undefined) return toHex(bytes);
  return reading.add(
    'constant',
    node,
    `${excerpt(node)} is no identifier: it must be base58 text of 32 bytes`,
  );
}

/** Formats bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Checks that a text is one of the values that `enum` of a property allows. */
export function checkEnum(
  reading: Reading,
  schema: JsonNode | undefined,
  path: string,
  node: JsonNode,
): void {
  const texts = listEnum(schema);
  const text = getText(node);
  if (texts === undefined || text === undefined || texts.includes(text)) return;
  reading.add(
    'constant',
    node,
    `"${path}" never is ${excerpt(node)}: its enum has ${texts.slice(0, 10).map(excerpt).join(', ')}`,
  );
}

/** Returns a key that is equal for sides that say the same. */
export function keyOf(side: Side): string {
  if (side.kind === 'owner') return 'owner';
  if (side.kind === 'constant') return `constant ${side.value}`;
  return `property ${side.path.text} ${side.ifAbsent === undefined ? 'none' : JSON.stringify(side.ifAbsent)}`;
}

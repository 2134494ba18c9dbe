import { countCharacters } from '../text/count-characters.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getInteger, type JsonNode } from '../source/json-node.js';
import type { Binding, Total } from './expression.js';
import { CONSTANT, EXPRESSIONS, OWNER } from './operators.js';
import { findEntry, readList } from './read-entry.js';
import { fitsInteger } from './integer-range.js';
import type { Reading } from './reading.js';
import { isPlainPath, KIND_WORDS } from './scope.js';

const MAX_TYPE_LENGTH = 64;
/** Names the id of the document itself, as a value of a filter. */
const OWN_ID = '$id';

/**
 * Reads `countOf` or `sumOf`. The contract decides later whether one of its trees has the total.
 *
 * @param isSum true for `sumOf`, which names the summed property behind the type.
 */
export function readTotal(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  isSum: boolean,
): Total | undefined {
  const operator = isSum ? 'sumOf' : 'countOf';
  const min = isSum ? 2 : 1;
  const items = readList(reading, value, operator, EXPRESSIONS[operator].form, min, min + 1);
  const [type] = items ?? [];
  if (items === undefined || type === undefined) return undefined;
  const documentType = readTypeName(reading, type);
  const property = isSum ? readSummed(reading, items[1]) : undefined;
  const filter = readFilter(reading, items[min], operator);
  if (documentType === undefined || filter === undefined || (isSum && property === undefined))
    return undefined;
  if (reading.scope.isIndexOnly)
    return reading.add(
      'path',
      node,
      `"${operator}" cannot be read: the entries of an indexOnly type have no totals when they are deleted`,
    );
  const key = [...filter].map(([name, binding]) => `${name.length} ${name} ${keyOf(binding)}`);
  const id = reading.intern(operator, documentType, property?.name ?? '', ...key);
  const total: Total = { node, id, documentType, typeNode: type, property, filter };
  reading.totals.push(total);
  return total;
}

function readTypeName(reading: Reading, node: JsonNode): string | undefined {
  if (node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= MAX_TYPE_LENGTH)
    return node.value;
  return reading.addShape(node, `expected the name of a document type, found ${excerpt(node)}`);
}

function readSummed(reading: Reading, node: JsonNode | undefined): Total['property'] {
  if (node?.kind === 'string' && isPlainPath(node.value)) return { name: node.value, node };
  return reading.addShape(node, `expected the property to sum, found ${excerpt(node)}`);
}

function readFilter(
  reading: Reading,
  node: JsonNode | undefined,
  operator: string,
): ReadonlyMap<string, Binding> | undefined {
  if (node === undefined) return new Map();
  if (node.kind !== 'object' || node.members.size === 0)
    return reading.addShape(
      node,
      `expected an object with at least one key as the filter of "${operator}", found ${excerpt(node)}`,
    );
  const found: (readonly [string, Binding])[] = [];
  for (const [key, value] of node.members) {
    if (key !== OWNER && !isPlainPath(key))
      reading.addShape(
        value,
        `${excerpt(key)} is no key of a filter: it must be a path of the type, or ${OWNER}`,
        {
          isAtName: true,
        },
      );
    const binding = readBinding(reading, value);
    if (binding !== undefined) found.push([key, binding]);
  }
  if (found.length !== node.members.size) return undefined;
  return new Map(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readBinding(reading: Reading, node: JsonNode): Binding | undefined {
  if (node.kind === 'string') return readNamed(reading, node, node.value);
  const integer = getInteger(node);
  if (integer !== undefined) {
    if (fitsInteger(integer)) return { kind: 'integer', value: integer, node };
    return reading.add('constant', node, 'the integer does not fit 128 bits, in which rules compute');
  }
  const entry = findEntry(node);
  if (entry?.name === CONSTANT && entry.value.kind === 'string')
    return { kind: 'constant', text: entry.value.value, node: entry.value };
  return reading.addShape(
    node,
    `${excerpt(node)} is no value of a filter: it must be a path, ${OWNER}, ${OWN_ID}, an integer or {"${CONSTANT}": "…"}`,
  );
}

function readNamed(reading: Reading, node: JsonNode, text: string): Binding | undefined {
  if (text === OWNER) return { kind: 'owner', node };
  if (text === OWN_ID) return { kind: 'id', node };
  if (!isPlainPath(text))
    return reading.addShape(
      node,
      `${excerpt(node)} is no value of a filter: it must be a path, ${OWNER} or ${OWN_ID}`,
    );
  const property = reading.findProperty(text, node, 'filter', 'compares values of one kind');
  if (property === undefined) return undefined;
  const { kind, path } = property;
  if (kind !== undefined && !['integer', 'text', 'identifier'].includes(kind))
    return reading.add(
      'type',
      node,
      `a filter compares integers, texts and identifiers; "${truncate(text)}" is ${KIND_WORDS[kind]}`,
    );
  if (!reading.scope.isAlwaysPresent(path))
    return reading.add(
      'total',
      node,
      `"${truncate(text)}" is not required: a total needs its value at every write`,
      {
        fix: 'Add the property to "required", and the objects around it.',
      },
    );
  return { kind: 'property', path, node };
}

function keyOf(binding: Binding): string {
  switch (binding.kind) {
    case 'property':
      return `property ${binding.path.text}`;
    case 'integer':
      return `integer ${binding.value}`;
    case 'constant':
      return `constant ${JSON.stringify(binding.text)}`;
    default:
      return binding.kind;
  }
}

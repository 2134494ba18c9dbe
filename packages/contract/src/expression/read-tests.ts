import { excerpt, truncate } from '../source/excerpt.js';
import { getMember, type JsonNode } from '../source/json-node.js';
import type { Condition, Side, SideKind } from './expression.js';
import { CONDITIONS } from './operators.js';
import { findEntry, readList } from './read-entry.js';
import { checkForms, readInteger } from './read-integer.js';
import { checkEnum, isTextDefault, keyOf, pathKindOf, readSide } from './read-side.js';
import type { Reading } from './reading.js';
import { KIND_WORDS, listEnum, maxBytesOf } from './scope.js';

/** Reads `startsWith` or `endsWith`. */
export function readAffix(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: 'startsWith' | 'endsWith',
  depth: number,
): Condition | undefined {
  const items = readList(reading, value, name, CONDITIONS[name].form, 2, 2);
  if (items === undefined) return undefined;
  checkForms(reading, items, depth + 1);
  const kinds = new Set(items.map((item) => pathKindOf(reading, item)));
  const of: SideKind = kinds.has('bytes') ? 'bytes' : 'text';
  if (of === 'bytes' && (kinds.has('text') || items.some(isTextDefault)))
    return reading.add(
      'type',
      node,
      `"${name}" tests values of one kind; one side is text, the other a byte array`,
    );
  const [whole, part] = items.map((item) => readSide(reading, item, of, name));
  if (whole === undefined || part === undefined) return undefined;
  if (whole.kind === 'constant' && part.kind === 'constant') return reading.addIdle(node);
  if (whole.kind === 'property' && part.kind === 'property' && whole.path.text === part.path.text)
    return reading.add(
      'idle',
      node,
      `"${name}" tests a value against itself: it holds for every document that has it`,
    );
  const at = name === 'startsWith' ? 'start' : 'end';
  checkPart(reading, findEntry(items[1])?.value, whole, part, of, at);
  const id = reading.intern(name, of, keyOf(whole), keyOf(part));
  return { kind: 'affix', of, at, whole, part, node, id, nodes: 3 };
}

/** Checks that a constant can be an end of the property's values. */
function checkPart(
  reading: Reading,
  node: JsonNode | undefined,
  whole: Side,
  part: Side,
  of: SideKind,
  at: 'start' | 'end',
): void {
  if (whole.kind !== 'property' || part.kind !== 'constant') return;
  const { text } = whole.path;
  const schema = reading.scope.find(text)?.schema;
  if (of === 'bytes') {
    const max = maxBytesOf(schema);
    const bytes = part.value.length / 2;
    if (max !== undefined && bytes > max)
      reading.add(
        'constant',
        node,
        `the constant has ${bytes} bytes; "${truncate(text)}" has at most ${max}`,
      );
    return;
  }
  const texts = listEnum(schema);
  const fits = (one: string): boolean =>
    at === 'start' ? one.startsWith(part.value) : one.endsWith(part.value);
  if (texts !== undefined && !texts.some(fits))
    reading.add(
      'constant',
      node,
      `no value of "${truncate(text)}" ${at}s with ${excerpt(part.text)}: its enum has ${texts.slice(0, 10).map(excerpt).join(', ')}`,
    );
}

/** Reads `contains`. */
export function readContains(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  depth: number,
): Condition | undefined {
  const { form, reads } = CONDITIONS.contains;
  const [at, needle] = readList(reading, value, 'contains', form, 2, 2) ?? [];
  if (at === undefined || needle === undefined) return undefined;
  checkForms(reading, [needle], depth + 1);
  const property = reading.readProperty(at, 'contains', reads, ['list']);
  if (property === undefined) return undefined;
  const { path: list, elements, schema } = property;
  const items = getMember(schema, 'items');
  if (elements === undefined) return undefined;
  if (elements === 'integer') {
    const found = readInteger(reading, needle, depth + 1, 'contains', 'looks for an integer here');
    if (found === undefined) return undefined;
    const id = reading.intern('contains', list.text, found.id);
    return { kind: 'contains-integer', list, value: found, node, id, nodes: 2 + found.nodes };
  }
  if (elements !== 'text' && elements !== 'identifier')
    return reading.add(
      'type',
      at,
      `"contains" ${reads}; an element of "${truncate(list.text)}" is ${KIND_WORDS[elements]}`,
    );
  const side = readSide(reading, needle, elements, 'contains');
  if (side === undefined) return undefined;
  if (elements === 'text' && side.kind === 'constant') {
    const constant = findEntry(needle)?.value;
    if (constant !== undefined) checkEnum(reading, items, list.text, constant);
  }
  const id = reading.intern('contains', list.text, elements, keyOf(side));
  return { kind: 'contains-side', of: elements, list, value: side, node, id, nodes: 3 };
}

import {
  createBooleanNode,
  createNumberNode,
  createObjectNode,
  createStringNode,
} from '../source/create-node.js';
import { excerpt } from '../source/excerpt.js';
import {
  asObject,
  getInteger,
  getMember,
  getPointer,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { IDENTIFIER_MEDIA_TYPE } from './identifier.js';

/** Describes a short form that cannot be written out as it is. */
export interface ShorthandProblem {
  readonly node: JsonNode;
  readonly message: string;
  readonly isAtName: boolean;
}

/** Lists the members that a short form stands for: none of them can be beside it. */
const LONG_MEMBERS: ReadonlySet<string> = new Set(['byteArray', 'minItems', 'maxItems', 'contentMediaType']);
const MAX_SIZE = 65_535n;
/** Bytes of one value of a document. */
const MAX_FIELD_BYTES = 5_120n;
const IDENTIFIER_BYTES = 32;

/**
 * Writes out the short forms of property types, `{"type": "identifier"}` and `{"type": "bytes", "size": n}`, in the schemas of document
 * types and definitions, in place. The members of a long form are located where the short one is.
 *
 * Source: `expand_property_type_shorthands` in dashpay/platform, version 0.
 * @returns the short forms that the network rejects.
 */
export function expandShorthands(
  types: Iterable<JsonNode>,
  definitions: JsonNode | undefined,
): ShorthandProblem[] {
  const problems: ShorthandProblem[] = [];
  for (const type of types) expandMembers(getMember(type, 'properties'), problems);
  expandMembers(definitions, problems);
  return problems;
}

function expandMembers(schemas: JsonNode | undefined, problems: ShorthandProblem[]): void {
  const holder = asObject(schemas);
  for (const [name, schema] of holder?.members ?? []) expandSchema(holder, name, schema, problems);
}

function expandSchema(
  holder: ObjectNode | undefined,
  name: string,
  schema: JsonNode,
  problems: ShorthandProblem[],
): void {
  if (holder === undefined || schema.kind !== 'object') return;
  const short = getText(getMember(schema, 'type'));
  if (short === 'identifier' || short === 'bytes') {
    holder.members.set(name, writeLongForm(schema, short, problems));
    return;
  }
  expandMembers(getMember(schema, 'properties'), problems);
  const items = getMember(schema, 'items');
  if (items !== undefined) expandSchema(schema, 'items', items, problems);
}

function writeLongForm(
  schema: ObjectNode,
  short: 'identifier' | 'bytes',
  problems: ShorthandProblem[],
): ObjectNode {
  const long = createObjectNode(schema, schema.start, schema.end);
  const size = readSize(schema, short, problems);
  for (const [name, member] of schema.members) {
    if (name === 'type') addLongMembers(long, member, short, size);
    else if (LONG_MEMBERS.has(name))
      problems.push({
        node: member,
        message: `${name} cannot be beside the type "${short}"`,
        isAtName: true,
      });
    else if (name !== 'size') long.members.set(name, Object.assign(member, { parent: long }));
  }
  return long;
}

/** Reads the size of a short form, and notes what is wrong with it. */
function readSize(
  schema: ObjectNode,
  short: 'identifier' | 'bytes',
  problems: ShorthandProblem[],
): number | undefined {
  const node = getMember(schema, 'size');
  const size = getInteger(node);
  const note = (message: string, isAtName = false): void => {
    problems.push({ node: node ?? schema, message, isAtName });
  };
  if (short === 'identifier') {
    if (node !== undefined) note('an identifier has no size: it is 32 bytes', true);
    return IDENTIFIER_BYTES;
  }
  if (node === undefined) note('size is missing: "bytes" requires it');
  else if (size === undefined || size < 1n || size > MAX_SIZE)
    note(`expected an integer from 1 to ${MAX_SIZE} for size, found ${excerpt(node)}`);
  else if (size > MAX_FIELD_BYTES) note(`size is ${size}: a value has at most ${MAX_FIELD_BYTES} bytes`);
  return size === undefined || size < 1n || size > MAX_SIZE ? undefined : Number(size);
}

function addLongMembers(
  long: ObjectNode,
  type: JsonNode,
  short: 'identifier' | 'bytes',
  size: number | undefined,
): void {
  const add = (name: string, create: (place: JsonNode) => JsonNode): void => {
    const place = { ...type, parent: long, key: name };
    // The place that the author wrote.
    long.members.set(name, Object.assign(create(place), { pointer: getPointer(type) }));
  };
  const { start, end } = type;
  add('type', (place) => createStringNode(place, start, end, 'array'));
  add('byteArray', (place) => createBooleanNode(place, start, end, true));
  if (size !== undefined)
    for (const name of ['minItems', 'maxItems'])
      add(name, (place) => createNumberNode(place, start, end, size, BigInt(size)));
  if (short === 'identifier')
    add('contentMediaType', (place) => createStringNode(place, start, end, IDENTIFIER_MEDIA_TYPE));
}

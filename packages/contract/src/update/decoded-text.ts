import {
  type ChoiceShape,
  decodeInteger,
  decodeVariant,
  type Field,
  type Fields,
  type KeyKind,
  type Shape,
} from '../model/decoding.js';
import { readValue } from '../source/read-value.js';
import { getText, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { DEFAULT_TOKEN_VALUES } from './token-defaults.js';

/**
 * Writes a text that is the same for groups or tokens that the platform decodes equally: unknown members do not
 * count, defaults are filled in, and neither the order of members nor the spelling of numbers matters.
 *
 * The value must be one that can be decoded.
 */
export function formatDecoded(node: JsonNode | undefined, shape: Shape): string {
  if (node === undefined || node.kind === 'null') return 'null';
  switch (shape.kind) {
    case 'integer':
      return String(decodeInteger(node, shape.isBig));
    case 'map':
      return node.kind === 'object' ? entriesText(node.members, shape.key, shape.value) : 'null';
    case 'record':
      return node.kind === 'object' ? fieldsText(node.members, shape.fields, () => true) : 'null';
    case 'choice':
      return node.kind === 'object' ? choiceText(node, shape) : 'null';
    default:
      return node.kind === 'boolean' ? String(node.value) : JSON.stringify(getText(node) ?? null);
  }
}

type Members = ReadonlyMap<string, JsonNode>;

function entriesText(members: Members, key: KeyKind, value: Shape): string {
  const entries = new Map<string, string>();
  for (const [name, node] of members) {
    if (name === '$type') continue;
    entries.set(key === 'u16' || key === 'u64' ? numberText(name) : name, formatDecoded(node, value));
  }
  return formatEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Normalizes positions and times, which can have leading zeros or a plus. */
function numberText(name: string): string {
  return /^\+?\d{1,40}$/.test(name) ? String(BigInt(name.replace('+', ''))) : name;
}

function fieldsText(members: Members, fields: Fields, isRead: (field: Field) => boolean): string {
  const read = Object.entries(fields).filter(([, field]) => isRead(field));
  return formatEntries(
    read.map(([name, { shape }]) => [name, formatDecoded(members.get(name) ?? defaultOf(name), shape)]),
  );
}

/** Writes the members of the variant; those of other variants are decoded and dropped. */
function choiceText(node: ObjectNode, shape: ChoiceShape): string {
  const name = decodeVariant(node, shape) ?? '';
  const content =
    name === shape.steps
      ? entriesText(node.members, 'u64', STEP)
      : fieldsText(node.members, shape.variants[name] ?? {}, ({ need }) => need !== 'optional');
  return `${name}${content}`;
}

const STEP: Shape = { kind: 'integer', min: 0n, max: 2n ** 64n - 1n, isBig: true };

const formatEntries = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

const defaults = new Map<string, JsonNode | undefined>();

function defaultOf(name: string): JsonNode | undefined {
  if (!Object.hasOwn(DEFAULT_TOKEN_VALUES, name)) return undefined;
  const known = defaults.get(name);
  if (known !== undefined) return known;
  const { root } = readValue(DEFAULT_TOKEN_VALUES[name]);
  defaults.set(name, root);
  return root;
}

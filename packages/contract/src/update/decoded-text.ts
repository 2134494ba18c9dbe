import { decodeInteger, type Field, type Fields, type KeyKind, type Shape } from '../model/decoding.js';
import { readValue } from '../source/read-value.js';
import { textOf, type JsonNode } from '../source/json-node.js';
import { TOKEN_DEFAULTS } from './token-defaults.js';

/**
 * A text that two groups or tokens share exactly when the platform reads the same out of them: unknown members do not
 * count, defaults are filled in, and neither the order of members nor the spelling of numbers matters.
 *
 * The value must be one that can be decoded.
 */
export function decodedText(node: JsonNode | undefined, shape: Shape): string {
  if (node === undefined || node.kind === 'null') return 'null';
  switch (shape.kind) {
    case 'integer':
      return String(decodeInteger(node, shape.isBig));
    case 'map':
      return node.kind === 'object' ? entriesText(node.members, shape.key, shape.value) : 'null';
    case 'record':
      return node.kind === 'object' ? fieldsText(node.members, shape.fields, () => true) : 'null';
    case 'choice':
      return node.kind === 'object' ? choiceText(node.members, shape) : 'null';
    default:
      return node.kind === 'boolean' ? String(node.value) : JSON.stringify(textOf(node) ?? null);
  }
}

type Members = ReadonlyMap<string, JsonNode>;

function entriesText(members: Members, key: KeyKind, value: Shape): string {
  const entries = new Map<string, string>();
  for (const [name, node] of members) {
    if (name === '$type') continue;
    entries.set(key === 'u16' || key === 'u64' ? numberText(name) : name, decodedText(node, value));
  }
  return joined([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Positions and times may be written with zeros or a plus in front. */
function numberText(name: string): string {
  return /^\+?\d{1,40}$/.test(name) ? String(BigInt(name.replace('+', ''))) : name;
}

function fieldsText(members: Members, fields: Fields, isRead: (field: Field) => boolean): string {
  const read = Object.entries(fields).filter(([, field]) => isRead(field));
  return joined(
    read.map(([name, { shape }]) => [name, decodedText(members.get(name) ?? defaultOf(name), shape)]),
  );
}

/** What another kind would need is decoded and forgotten. */
function choiceText(members: Members, { variants, steps }: Extract<Shape, { kind: 'choice' }>): string {
  const name = textOf(members.get('$type')) ?? '';
  const fields = Object.hasOwn(variants, name) ? (variants[name] ?? {}) : {};
  const content =
    name === steps
      ? entriesText(members, 'u64', STEP)
      : fieldsText(members, fields, ({ need }) => need !== 'optional');
  return `${name}${content}`;
}

const STEP: Shape = { kind: 'integer', least: 0n, most: 2n ** 64n - 1n, isBig: true };

const joined = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

const defaults = new Map<string, JsonNode | undefined>();

function defaultOf(name: string): JsonNode | undefined {
  if (!Object.hasOwn(TOKEN_DEFAULTS, name)) return undefined;
  const known = defaults.get(name);
  if (known !== undefined) return known;
  const { root } = readValue(TOKEN_DEFAULTS[name]);
  defaults.set(name, root);
  return root;
}

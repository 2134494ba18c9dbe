import { integerOf, itemsOf, type JsonNode } from '../source/json-node.js';
import { canonicalText } from '../source/canonical-text.js';

/** What the value of a keyword must be. */
export interface KeywordShape {
  readonly expected: string;
  readonly fits: (node: JsonNode) => boolean;
}

const isWhole = (node: JsonNode): boolean => (integerOf(node) ?? -1n) >= 0n;
const isText = (node: JsonNode): boolean => node.kind === 'string';
/** The official libraries read larger numbers as fractions. */
const LARGEST_COUNT = BigInt(Number.MAX_SAFE_INTEGER);
const isCount = (node: JsonNode): boolean => {
  const count = integerOf(node);
  return count !== undefined && count >= 0n && count <= LARGEST_COUNT;
};

/** Elements that come again after an equal one. */
export function repeatedItems(node: JsonNode | undefined): JsonNode[] {
  const seen = new Set<string>();
  return itemsOf(node).filter((item) => {
    const text = canonicalText(item);
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

const isTextList = (node: JsonNode): boolean => node.kind === 'array' && node.items.every(isText);
const isTextSet = (node: JsonNode): boolean => isTextList(node) && repeatedItems(node).length === 0;
const isTextSetMap = (node: JsonNode): boolean =>
  node.kind === 'object' && [...node.members.values()].every(isTextSet);

const shape = (expected: string, fits: (node: JsonNode) => boolean): KeywordShape => ({ expected, fits });

export const SHAPES = {
  anything: shape('anything', () => true),
  text: shape('text', isText),
  localId: shape('text that starts with "#"', (node) => node.kind === 'string' && node.value.startsWith('#')),
  array: shape('an array', (node) => node.kind === 'array'),
  object: shape('an object', (node) => node.kind === 'object'),
  boolean: shape('true or false', (node) => node.kind === 'boolean'),
  false: shape('false', (node) => node.kind === 'boolean' && !node.value),
  number: shape('a number', (node) => node.kind === 'number'),
  aboveZero: shape('a number above 0', (node) => node.kind === 'number' && node.value > 0),
  count: shape('an integer from 0', isCount),
  whole: shape('an integer from 0', isWhole),
  textList: shape('an array of text', isTextList),
  textSet: shape('an array of text without repetitions', isTextSet),
  textSetMap: shape('an object whose members are arrays of text without repetitions', isTextSetMap),
  filledTextSetMap: shape(
    'an object with at least one member, each an array of text without repetitions',
    (node) => isTextSetMap(node) && node.kind === 'object' && node.members.size > 0,
  ),
  choices: shape(
    'an array of at least one value, without repetitions',
    (node) => node.kind === 'array' && node.items.length > 0 && repeatedItems(node).length === 0,
  ),
  schema: shape(
    'a schema: an object, true or false',
    (node) => node.kind === 'object' || node.kind === 'boolean',
  ),
} as const satisfies Record<string, KeywordShape>;

/**
 * What a property may say, whatever its type, and what each keyword's value must be. `type`, `position`, `byteArray`,
 * `properties`, `$ref`, `pattern` and `format` have rules of their own besides.
 *
 * Source: `$defs/documentSchema` in the document meta-schema of dashpay/platform, the same in versions 0 to 2.
 */
export const PROPERTY_KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['$id', SHAPES.localId],
  ['$ref', SHAPES.anything],
  ['$comment', SHAPES.text],
  ['description', SHAPES.text],
  ['examples', SHAPES.array],
  ['multipleOf', SHAPES.aboveZero],
  ['maximum', SHAPES.number],
  ['exclusiveMaximum', SHAPES.number],
  ['minimum', SHAPES.number],
  ['exclusiveMinimum', SHAPES.number],
  ['maxLength', SHAPES.count],
  ['minLength', SHAPES.count],
  ['pattern', SHAPES.text],
  ['maxItems', SHAPES.count],
  ['minItems', SHAPES.count],
  ['uniqueItems', SHAPES.boolean],
  ['contains', SHAPES.schema],
  ['maxProperties', SHAPES.count],
  ['minProperties', SHAPES.count],
  ['required', SHAPES.textSet],
  ['additionalProperties', SHAPES.false],
  ['properties', SHAPES.object],
  ['dependentRequired', SHAPES.filledTextSetMap],
  ['const', SHAPES.anything],
  ['enum', SHAPES.choices],
  ['type', SHAPES.anything],
  ['format', SHAPES.text],
  ['contentMediaType', SHAPES.text],
  ['byteArray', SHAPES.anything],
  ['position', SHAPES.anything],
]);

/** The same for a definition, which the official engine holds against the meta-schema and does not compile. */
export const DEFINITION_KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map(
  [...PROPERTY_KEYWORDS].map(([name, known]) => {
    if (known === SHAPES.count) return [name, SHAPES.whole];
    return [name, name === 'contains' ? SHAPES.anything : known];
  }),
);

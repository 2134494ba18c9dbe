import { getInteger, getItems, type JsonNode } from '../source/json-node.js';
import { canonicalText } from '../source/canonical-text.js';

/** Describes the value of a keyword. */
export interface KeywordShape {
  readonly expected: string;
  readonly fits: (node: JsonNode) => boolean;
}

const isWhole = (node: JsonNode): boolean => (getInteger(node) ?? -1n) >= 0n;
const isText = (node: JsonNode): boolean => node.kind === 'string';
/** Limits counts: the official libraries read larger numbers as fractions. */
const MAX_COUNT = BigInt(Number.MAX_SAFE_INTEGER);
const isCount = (node: JsonNode): boolean => {
  const count = getInteger(node);
  return count !== undefined && count >= 0n && count <= MAX_COUNT;
};

/** Finds elements that repeat an equal one. */
export function findRepeatedItems(node: JsonNode | undefined): JsonNode[] {
  const items = getItems(node);
  if (items.length < 2) return [];
  const seen = new Set<string>();
  return items.filter((item) => {
    // The texts of other values never begin with a quote.
    const text = item.kind === 'string' ? `"${item.value}` : canonicalText(item);
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

const isTextList = (node: JsonNode): boolean => node.kind === 'array' && node.items.every(isText);
const isTextSet = (node: JsonNode): boolean => isTextList(node) && findRepeatedItems(node).length === 0;
const isTextSetMap = (node: JsonNode): boolean =>
  node.kind === 'object' && [...node.members.values()].every(isTextSet);

const createShape = (expected: string, fits: (node: JsonNode) => boolean): KeywordShape => ({
  expected,
  fits,
});

/** Lists the shapes of keywords. */
export const KEYWORD_SHAPES = {
  anything: createShape('anything', () => true),
  text: createShape('a string', isText),
  localId: createShape(
    'text that starts with "#"',
    (node) => node.kind === 'string' && node.value.startsWith('#'),
  ),
  array: createShape('an array', (node) => node.kind === 'array'),
  object: createShape('an object', (node) => node.kind === 'object'),
  boolean: createShape('true or false', (node) => node.kind === 'boolean'),
  false: createShape('false', (node) => node.kind === 'boolean' && !node.value),
  number: createShape('a number', (node) => node.kind === 'number'),
  aboveZero: createShape('a number above 0', (node) => node.kind === 'number' && node.value > 0),
  count: createShape('an integer from 0', isCount),
  whole: createShape('an integer from 0', isWhole),
  textList: createShape('an array of strings', isTextList),
  textSet: createShape('an array of unique strings', isTextSet),
  textSetMap: createShape('an object whose members are arrays of unique strings', isTextSetMap),
  filledTextSetMap: createShape(
    'an object with at least one member, each an array of unique strings',
    (node) => isTextSetMap(node) && node.kind === 'object' && node.members.size > 0,
  ),
  choices: createShape(
    'an array of at least one value, all different',
    (node) => node.kind === 'array' && node.items.length > 0 && findRepeatedItems(node).length === 0,
  ),
  schema: createShape(
    'a schema: an object, true or false',
    (node) => node.kind === 'object' || node.kind === 'boolean',
  ),
} as const satisfies Record<string, KeywordShape>;

/**
 * Maps the keywords of a property to their shapes. `type`, `position`, `byteArray`, `properties`, `$ref`, `pattern`
 * and `format` also have rules of their own.
 *
 * Source: `$defs/documentSchema` in the document meta-schema of dashpay/platform, the same in versions 0 to 2.
 */
export const PROPERTY_KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['$id', KEYWORD_SHAPES.localId],
  ['$ref', KEYWORD_SHAPES.anything],
  ['$comment', KEYWORD_SHAPES.text],
  ['description', KEYWORD_SHAPES.text],
  ['examples', KEYWORD_SHAPES.array],
  ['multipleOf', KEYWORD_SHAPES.aboveZero],
  ['maximum', KEYWORD_SHAPES.number],
  ['exclusiveMaximum', KEYWORD_SHAPES.number],
  ['minimum', KEYWORD_SHAPES.number],
  ['exclusiveMinimum', KEYWORD_SHAPES.number],
  ['maxLength', KEYWORD_SHAPES.count],
  ['minLength', KEYWORD_SHAPES.count],
  ['pattern', KEYWORD_SHAPES.text],
  ['maxItems', KEYWORD_SHAPES.count],
  ['minItems', KEYWORD_SHAPES.count],
  ['uniqueItems', KEYWORD_SHAPES.boolean],
  ['contains', KEYWORD_SHAPES.schema],
  ['maxProperties', KEYWORD_SHAPES.count],
  ['minProperties', KEYWORD_SHAPES.count],
  ['required', KEYWORD_SHAPES.textSet],
  ['additionalProperties', KEYWORD_SHAPES.false],
  ['properties', KEYWORD_SHAPES.object],
  ['dependentRequired', KEYWORD_SHAPES.filledTextSetMap],
  ['const', KEYWORD_SHAPES.anything],
  ['enum', KEYWORD_SHAPES.choices],
  ['type', KEYWORD_SHAPES.anything],
  ['format', KEYWORD_SHAPES.text],
  ['contentMediaType', KEYWORD_SHAPES.text],
  ['byteArray', KEYWORD_SHAPES.anything],
  ['position', KEYWORD_SHAPES.anything],
]);

/**
 * Maps the keywords of a definition to their shapes: the official engine checks it by the meta-schema and does not
 * compile it.
 */
export const DEFINITION_KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map(
  [...PROPERTY_KEYWORDS].map(([name, known]) => {
    if (known === KEYWORD_SHAPES.count) return [name, KEYWORD_SHAPES.whole];
    return [name, name === 'contains' ? KEYWORD_SHAPES.anything : known];
  }),
);

// A second, direct reading of the expression language: an interpreter of JSON, and random rules and documents for it.
import * as fc from 'fast-check';

const MIN = -(2n ** 127n);
const MAX = 2n ** 127n - 1n;

/** Ends an evaluation of the model. */
export class ModelFault extends Error {}

const IDS = ['a', 'b', 'c']
  .map((letter) => letter.charCodeAt(0))
  .map((byte) => new Uint8Array(32).fill(byte));
/** The identifiers as base58 text. */
export const ID_TEXTS = [
  '7Z8ftDAzMvoyXnGEJye8DurzgQQXLAbYCaeeesM7UKHa',
  '7d3y2WdzxE7CfsWjkGy3WndkvZcj1EHMkzKJiFPiDecH',
  '7gyGAp71YXQRoxmFBaHxofQXAipvgHyBKPyxmdSJxyvz',
];

type Json = unknown;
type Doc = ReadonlyMap<string, unknown>;

/** Holds what a rule reads beside the document. */
export interface ModelFacts {
  readonly owner: Uint8Array;
  readonly createdAt: bigint;
  readonly total: bigint;
}

export const PROPERTIES = {
  n: { type: 'integer', position: 0 },
  m: { type: 'integer', minimum: 0, position: 1 },
  flag: { type: 'boolean', position: 2 },
  text: { type: 'string', maxLength: 20, position: 3 },
  word: { type: 'string', maxLength: 20, position: 4 },
  id: identifier(5),
  other: identifier(6),
  data: { type: 'array', byteArray: true, maxItems: 6, position: 7 },
  head: { type: 'array', byteArray: true, maxItems: 6, position: 8 },
  numbers: { type: 'array', items: { type: 'integer' }, maxItems: 9, position: 9 },
  words: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 9, position: 10 },
  meta: {
    type: 'object',
    position: 11,
    properties: {
      k: { type: 'integer', position: 0 },
      inner: {
        type: 'object',
        position: 1,
        properties: { t: { type: 'string', maxLength: 20, position: 0 } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
} as const;

function identifier(position: number) {
  return {
    type: 'array',
    byteArray: true,
    minItems: 32,
    maxItems: 32,
    contentMediaType: 'application/x.dash.dpp.identifier',
    position,
  } as const;
}

const INTEGERS = ['n', 'm', 'flag', 'meta.k'];
const TEXTS = ['text', 'word', 'meta.inner.t'];
const ALL_PATHS = [...INTEGERS, ...TEXTS, 'id', 'other', 'data', 'numbers', 'words', 'meta', 'meta.inner'];

const wide = (): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(-(2 ** 53) + 1, 2 ** 53 - 1, 255, 1000));

const word = () => fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'é', 'é😀', '😀');
const hexText = () => fc.constantFrom('', '00', '01', '0102', 'FF', 'cafe', 'CAFE01');

const one = (name: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  value.map((inner) => ({ [name]: inner }));

/** Makes random rules. */
export const rules = fc.letrec<{ condition: Json; integer: Json }>((tie) => {
  const integer = tie('integer');
  const condition = tie('condition');
  const text = fc.oneof(
    fc.constantFrom(...TEXTS),
    fc.record({ ifAbsent: fc.tuple(fc.constantFrom(...TEXTS), word()) }),
  );
  const textOrConstant = fc.oneof(text, fc.record({ const: word() }));
  const id = fc.constantFrom('id', 'other', '$ownerId');
  const idOrConstant = fc.oneof(id, fc.record({ const: fc.constantFrom(...ID_TEXTS) }));
  const bytes = fc.constantFrom('data', 'head');
  const bytesOrConstant = fc.oneof(bytes, fc.record({ const: hexText() }));
  const named = (names: readonly string[], value: fc.Arbitrary<Json>) =>
    fc.oneof(...names.map((name) => one(name, value)));
  const fold = fc.array(integer, { minLength: 2, maxLength: 3 });
  return {
    integer: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'integers' },
      wide(),
      fc.constantFrom(...INTEGERS, '$createdAt'),
      fc.record({ ifAbsent: fc.tuple(fc.constantFrom(...INTEGERS), wide()) }),
      named(['length', 'byteLength'], fc.constantFrom(...TEXTS)),
      one('count', fc.constantFrom('data', 'numbers', 'words')),
      one('countPresent', fc.uniqueArray(fc.constantFrom(...ALL_PATHS), { minLength: 2, maxLength: 4 })),
      one('byteAt', fc.tuple(bytes, fc.integer({ min: 0, max: 5 }))),
      fc.constant({ countOf: ['order'] }),
      named(['add', 'multiply', 'min', 'max'], fold),
      named(['subtract', 'divide', 'modulo', 'power'], fc.tuple(integer, integer)),
      one('abs', integer),
    ),
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'conditions' },
      named(
        ['equal', 'notEqual', 'lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'],
        fc.tuple(integer, integer),
      ),
      named(['equal', 'notEqual'], fc.tuple(text, textOrConstant)),
      named(['equal', 'notEqual'], fc.tuple(idOrConstant, id)),
      named(['in', 'notIn'], fc.tuple(integer, fc.uniqueArray(wide(), { minLength: 2, maxLength: 4 }))),
      named(['in', 'notIn'], fc.tuple(text, fc.uniqueArray(word(), { minLength: 2, maxLength: 3 }))),
      named(['in', 'notIn'], fc.tuple(id, fc.constant(ID_TEXTS.slice(0, 2)))),
      named(['startsWith', 'endsWith'], fc.tuple(text, textOrConstant)),
      named(['startsWith', 'endsWith'], fc.tuple(bytesOrConstant, bytes)),
      named(['startsWith', 'endsWith'], fc.tuple(bytes, bytesOrConstant)),
      one('contains', fc.tuple(fc.constant('numbers'), integer)),
      one('contains', fc.tuple(fc.constant('words'), textOrConstant)),
      named(['present', 'absent'], fc.constantFrom(...ALL_PATHS)),
      named(['anyOf', 'allOf'], fc.array(condition, { minLength: 2, maxLength: 3 })),
      one('not', condition),
      one('ifThen', fc.tuple(condition, condition)),
      one('ifThenElse', fc.tuple(condition, condition, condition)),
    ),
  };
}).condition;

const bytesOf = () =>
  fc
    .constantFrom([], [0], [1], [1, 2], [255], [0xca, 0xfe], [0xca, 0xfe, 1])
    .map((list) => Uint8Array.from(list));
const large = () =>
  fc.oneof(wide(), fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), MAX, MIN, MAX + 1n, 2n ** 64n));

const toMap = (object: object): ReadonlyMap<string, unknown> => new Map(Object.entries(object));

/** Makes random documents; some values do not fit their schema, as those of a faulty client. */
export const documents: fc.Arbitrary<Doc> = fc
  .record(
    {
      n: fc.oneof({ weight: 9, arbitrary: large() }, { weight: 1, arbitrary: fc.constantFrom(1.5, 'x') }),
      m: large(),
      flag: fc.boolean(),
      text: word(),
      word: word(),
      id: fc.constantFrom(...IDS),
      other: fc.constantFrom(...IDS),
      data: bytesOf(),
      head: bytesOf(),
      numbers: fc.array(wide(), { maxLength: 4 }),
      words: fc.array(word(), { maxLength: 4 }),
      meta: fc
        .record(
          { k: wide(), inner: fc.record({ t: word() }, { requiredKeys: [] }).map(toMap) },
          { requiredKeys: [] },
        )
        .map(toMap),
    },
    { requiredKeys: [] },
  )
  .map(toMap);

/** Makes random facts. */
export const facts: fc.Arbitrary<ModelFacts> = fc.record({
  owner: fc.constantFrom(...IDS),
  createdAt: fc.constantFrom(0n, 1n, 1_700_000_000_000n),
  total: fc.constantFrom(0n, 1n, 7n),
});

/** Judges a rule as JSON: true, false, or the name of the fault. */
export function judgeModel(rule: Json, doc: Doc, known: ModelFacts): boolean | string {
  try {
    return holds(rule, doc, known);
  } catch (error) {
    if (error instanceof ModelFault) return error.message;
    throw error;
  }
}

function entry(value: Json): readonly [name: string, argument: Json] {
  return Object.entries(value ?? {})[0] ?? ['', undefined];
}

const items = (value: Json): readonly Json[] =>
  Array.isArray(value) || value instanceof Uint8Array ? Array.from(value) : [];
const textOf = (value: Json): string => (typeof value === 'string' ? value : '');
const toBig = (value: Json): bigint =>
  BigInt(typeof value === 'number' || typeof value === 'bigint' ? value : 0);

function get(path: Json, doc: Doc): unknown {
  let at: unknown = doc;
  for (const name of textOf(path).split('.')) at = at instanceof Map ? at.get(name) : undefined;
  return at;
}

function exists(value: unknown): boolean {
  if (value instanceof Map) return [...value.values()].some(exists);
  return value !== undefined && value !== null;
}

type Kind = 'text' | 'id' | 'bytes' | 'none';

const kindOf = (side: Json): Kind => {
  if (typeof side !== 'string') return 'none';
  if (TEXTS.includes(side)) return 'text';
  if (['id', 'other', '$ownerId'].includes(side)) return 'id';
  return side === 'data' || side === 'head' ? 'bytes' : 'none';
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Reads a whole value as a text that is equal for equal values. */
function whole(side: Json, kind: Kind, doc: Doc, known: ModelFacts): string | undefined {
  if (typeof side === 'string') {
    const value = side === '$ownerId' ? known.owner : get(side, doc);
    if (value instanceof Uint8Array) return hex(value);
    return typeof value === 'string' ? value : undefined;
  }
  const [name, value] = entry(side);
  if (name === 'ifAbsent') {
    const [path, preset] = items(value);
    return get(path, doc) === undefined ? textOf(preset) : whole(path, kind, doc, known);
  }
  const text = textOf(value);
  if (kind === 'id') return hex(IDS[ID_TEXTS.indexOf(text)] ?? new Uint8Array());
  return kind === 'bytes' ? text.toLowerCase() : text;
}

function isWhole(side: Json): boolean {
  if (kindOf(side) !== 'none') return true;
  const [name, value] = typeof side === 'object' ? entry(side) : [];
  return name === 'const' || (name === 'ifAbsent' && typeof items(value)[1] === 'string');
}

function holds(rule: Json, doc: Doc, known: ModelFacts): boolean {
  const [name, value] = entry(rule);
  const parts = items(value);
  const sub = (one: Json): boolean => holds(one, doc, known);
  switch (name) {
    case 'anyOf':
      for (const one of parts) if (sub(one)) return true;
      return false;
    case 'allOf':
      for (const one of parts) if (!sub(one)) return false;
      return true;
    case 'not':
      return !sub(value);
    case 'ifThen':
      return sub(parts[0]) ? sub(parts[1]) : true;
    case 'ifThenElse':
      return sub(parts[0]) ? sub(parts[1]) : sub(parts[2]);
    case 'present':
      return exists(get(value, doc));
    case 'absent':
      return !exists(get(value, doc));
    case 'notIn':
      return !sub({ in: value });
    case 'notEqual':
      return !sub({ equal: value });
    case 'contains':
      return containsModel(parts, doc, known);
    case 'in':
      return isIn(parts, doc, known);
    default:
      return compareModel(name, parts, doc, known);
  }
}

function containsModel([list, needle]: readonly Json[], doc: Doc, known: ModelFacts): boolean {
  const found = list === 'numbers' ? compute(needle, doc, known) : whole(needle, 'text', doc, known);
  if (found === undefined) return false;
  return items(get(list, doc)).some((item) => (typeof found === 'bigint' ? toBig(item) : item) === found);
}

function isIn([operand, list]: readonly Json[], doc: Doc, known: ModelFacts): boolean {
  const values = items(list);
  if (typeof values[0] !== 'string') return values.map(toBig).includes(compute(operand, doc, known));
  const kind = kindOf(operand) === 'id' ? 'id' : 'text';
  const found = whole(operand, kind, doc, known);
  return found !== undefined && values.some((one) => whole({ const: one }, kind, doc, known) === found);
}

function compareModel(name: string, [a, b]: readonly Json[], doc: Doc, known: ModelFacts): boolean {
  if (isWhole(a) || isWhole(b)) {
    const kind = [kindOf(a), kindOf(b)].find((one) => one !== 'none') ?? 'text';
    const left = whole(a, kind, doc, known);
    const right = whole(b, kind, doc, known);
    if (left === undefined || right === undefined) return false;
    if (name === 'equal') return left === right;
    if (left.length < right.length) return false;
    return (
      (name === 'startsWith' ? left.slice(0, right.length) : left.slice(left.length - right.length)) === right
    );
  }
  const left = compute(a, doc, known);
  const right = compute(b, doc, known);
  if (name === 'equal') return left === right;
  if (name === 'lessThan') return left < right;
  if (name === 'greaterThan') return left > right;
  return name === 'lessThanOrEqual' ? left <= right : left >= right;
}

function fit(value: bigint): bigint {
  if (value < MIN || value > MAX) throw new ModelFault('Overflow');
  return value;
}

function property(path: Json, preset: Json, doc: Doc): bigint {
  const value = get(path, doc);
  if (value === undefined || value === null) return toBig(preset);
  if (value === true) return 1n;
  if (value === false) return 0n;
  if (typeof value === 'bigint') return fit(value);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new ModelFault('NotAnInteger');
  return BigInt(value);
}

function compute(value: Json, doc: Doc, known: ModelFacts): bigint {
  if (typeof value === 'number') return BigInt(value);
  if (value === '$createdAt') return known.createdAt;
  if (typeof value === 'string') return property(value, 0, doc);
  const [name, inner] = entry(value);
  const parts = items(inner);
  const int = (one: Json): bigint => compute(one, doc, known);
  switch (name) {
    case 'ifAbsent':
      return property(parts[0], parts[1], doc);
    case 'length':
      return BigInt(Array.from(textOf(get(inner, doc))).length);
    case 'byteLength':
      return BigInt(Buffer.byteLength(textOf(get(inner, doc))));
    case 'count':
      return BigInt(items(get(inner, doc)).length);
    case 'countPresent':
      return BigInt(parts.filter((path) => exists(get(path, doc))).length);
    case 'byteAt':
      return toBig(items(get(parts[0], doc))[Number(parts[1])]);
    case 'countOf':
      return known.total;
    case 'abs': {
      const found = int(inner);
      return fit(found < 0n ? -found : found);
    }
    case 'min':
      return parts.map(int).reduce((a, b) => (a < b ? a : b));
    case 'max':
      return parts.map(int).reduce((a, b) => (a > b ? a : b));
    default:
      return combine(name, parts, int);
  }
}

function combine(name: string, operands: readonly Json[], int: (one: Json) => bigint): bigint {
  if (name === 'add' || name === 'multiply') {
    let result = name === 'add' ? 0n : 1n;
    for (const operand of operands)
      result = fit(name === 'add' ? result + int(operand) : result * int(operand));
    return result;
  }
  const a = int(operands[0]);
  const b = int(operands[1]);
  if (name === 'subtract') return fit(a - b);
  return name === 'power' ? raise(a, b) : divide(name, a, b);
}

function raise(a: bigint, b: bigint): bigint {
  if (b < 0n) throw new ModelFault('NegativeExponent');
  if (a === 0n || a === 1n) return b === 0n ? 1n : a;
  if (a === -1n) return b % 2n === 0n ? 1n : -1n;
  let result = 1n;
  for (let at = 0n; at < b; at += 1n) result = fit(result * a);
  return result;
}

function divide(name: string, a: bigint, b: bigint): bigint {
  if (b === 0n) throw new ModelFault('DivisionByZero');
  let quotient = a / b;
  let remainder = a - quotient * b;
  while (remainder < 0n) {
    quotient -= b > 0n ? 1n : -1n;
    remainder += b > 0n ? b : -b;
  }
  return name === 'modulo' ? remainder : fit(quotient);
}

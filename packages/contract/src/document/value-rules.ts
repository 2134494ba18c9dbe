import { OFFICIAL } from '../rules/rule.js';
import { IDENTIFIER } from '../rules/example.js';
import { itemsOf, textOf, type ObjectNode } from '../source/json-node.js';
import {
  dataOf,
  elementsOf,
  isSame,
  kindOf,
  numberOf,
  plainOf,
  scalarText,
  shown,
  type Data,
} from './data.js';
import { bytesNote, noteWith, textNote } from './document-example.js';
import type { Fault, KeywordRule } from './document-rule.js';
import { readingOf } from './reading.js';

const LARGEST_BYTE = 255;

/** Types of JSON Schema in words. */
const WORDS: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
};

/** How a value of a type may be written in a document. */
function spelling(type: string, schema: ObjectNode): string {
  if (type !== 'array') return WORDS[type] ?? type;
  return readingOf(schema, undefined) === 'identifier'
    ? 'an identifier: base58 text, 32 bytes or an array of them'
    : 'bytes: base64 text, a Uint8Array or an array of integers from 0 to 255';
}

/** What the official engine calls the byte that is none. */
function byteFault(item: Data, at: number): Fault | undefined {
  const number = numberOf(item);
  const isCount = number !== undefined && number >= 0 && kindOf(item) === 'integer';
  if (isCount && number <= LARGEST_BYTE) return undefined;
  return {
    message: `expected a byte from 0 to ${LARGEST_BYTE}, found ${shown(item)}`,
    member: at,
    ...(isCount
      ? { keyword: 'maximum', params: { maximum: LARGEST_BYTE } }
      : { keyword: 'type', params: { type: 'integer' } }),
  };
}

/** The rules that come with the keywords of any type, and of byte arrays. */
export const VALUE_RULES: readonly KeywordRule[] = [
  {
    code: 'value-type',
    title: 'A value is of another type',
    about: 'document',
    stage: 'schema',
    keyword: 'type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A value has the type of its property. 1.0 is an integer, 1.5 is none; `null` is of no type: what is absent is left out. Bytes may be base64 text, identifiers base58 text, integers of 64 bits decimal text.',
    mend: 'Write a value of the type, or leave the property out.',
    wrong: textNote({}, null),
    right: textNote({}, 'null'),
    compile(node, { schema }) {
      const types = node.kind === 'array' ? itemsOf(node).map(textOf) : [textOf(node)];
      const words = types.map((type) => spelling(type ?? '', schema)).join(' or ');
      return (value) => {
        const kind = kindOf(value);
        if (types.includes(kind) || (kind === 'integer' && types.includes('number'))) return undefined;
        const isNull = kind === 'null' ? { mend: 'Leave the property out: null is no value here.' } : {};
        return {
          message: `expected ${words}, found ${shown(value)}`,
          params: { type: plainOf(dataOf(node)) },
          ...isNull,
        };
      };
    },
  },
  {
    code: 'value-const',
    title: 'A value is not the one that is asked for',
    about: 'document',
    stage: 'schema',
    keyword: 'const',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`const` allows one value. Numbers are compared as 64-bit floats, objects with their members in order.',
    mend: 'Write that value.',
    wrong: textNote({ const: 'dash' }, 'Dash'),
    right: textNote({ const: 'dash' }, 'dash'),
    compile(node) {
      const only = dataOf(node);
      const number = numberOf(only);
      const fits = (value: Data): boolean => {
        const found = numberOf(value);
        return number === undefined || found === undefined
          ? isSame(value, only)
          : Math.abs(Number(number) - Number(found)) < Number.EPSILON;
      };
      return (value) =>
        fits(value)
          ? undefined
          : {
              message: `expected ${shown(only)}, found ${shown(value)}`,
              params: { allowedValue: plainOf(only) },
            };
    },
  },
  {
    code: 'value-enum',
    title: 'A value is none of those that are listed',
    about: 'document',
    stage: 'schema',
    keyword: 'enum',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`enum` lists the values that are allowed.',
    mend: 'Write one of the values.',
    wrong: textNote({ enum: ['red', 'green'] }, 'blue'),
    right: textNote({ enum: ['red', 'green'] }, 'green'),
    compile(node) {
      const values = itemsOf(node).map(dataOf);
      return (value) =>
        values.some((one) => isSame(value, one))
          ? undefined
          : {
              message: `expected one of ${values.slice(0, 10).map(shown).join(', ')}${values.length > 10 ? ', …' : ''}, found ${shown(value)}`,
              params: { enum: values.map(plainOf) },
            };
    },
  },
  {
    code: 'value-byte',
    title: 'An element of a byte array is no byte',
    about: 'document',
    stage: 'schema',
    keyword: 'byteArray',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A byte array that is written as an array holds integers from 0 to 255. The platform names the first that is none.',
    mend: 'Write bytes.',
    wrong: bytesNote({}, [1, 2, 256]),
    right: bytesNote({}, [1, 2, 255]),
    compile: () => (value) => {
      if (!Array.isArray(value)) return undefined;
      for (const [at, item] of value.entries()) {
        const fault = byteFault(item, at);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  },
  {
    code: 'value-min-items',
    title: 'A byte array is too short',
    about: 'document',
    stage: 'schema',
    keyword: 'minItems',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`minItems` counts bytes.',
    mend: 'Write more bytes.',
    wrong: bytesNote({ minItems: 4 }, 'AQID'),
    right: bytesNote({ minItems: 4 }, 'AQIDBA=='),
    compile(node) {
      const least = Number(numberOf(dataOf(node)));
      return (value) => {
        const count = elementsOf(value)?.length ?? least;
        return count >= least
          ? undefined
          : { message: `expected at least ${least} bytes, found ${count}`, params: { minItems: least } };
      };
    },
  },
  {
    code: 'value-max-items',
    title: 'A byte array is too long',
    about: 'document',
    stage: 'schema',
    keyword: 'maxItems',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`maxItems` counts bytes. An identifier has exactly 32.',
    mend: 'Write fewer bytes.',
    wrong: noteWith({ author: IDENTIFIER }, { author: Array.from({ length: 33 }, (_, at) => at) }),
    right: noteWith({ author: IDENTIFIER }, { author: Array.from({ length: 32 }, (_, at) => at) }),
    compile(node) {
      const most = Number(numberOf(dataOf(node)));
      return (value) => {
        const count = elementsOf(value)?.length ?? most;
        return count <= most
          ? undefined
          : { message: `expected at most ${most} bytes, found ${count}`, params: { maxItems: most } };
      };
    },
  },
  {
    code: 'value-unique-items',
    title: 'A byte comes twice in an array of different bytes',
    about: 'document',
    stage: 'schema',
    keyword: 'uniqueItems',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'With `uniqueItems` each byte may come once.',
    mend: 'Remove the byte that comes again.',
    wrong: bytesNote({ uniqueItems: true }, 'AQE='),
    right: bytesNote({ uniqueItems: true }, 'AQI='),
    compile(node) {
      if (node.kind !== 'boolean' || !node.value) return undefined;
      return (value) => {
        const items = elementsOf(value);
        if (items === undefined || new Set(Array.from(items, textFor)).size === items.length)
          return undefined;
        return { message: `expected different bytes, found one again in ${shown(value)}`, params: {} };
      };
    },
  },
];

/** A text that two elements share when they are equal. */
function textFor(value: Data): string {
  if (value instanceof Map)
    return `{${[...value]
      .map(([name, inner]) => `${JSON.stringify(name)}:${textFor(inner)}`)
      .toSorted()
      .join()}}`;
  if (Array.isArray(value)) return `[${value.map(textFor).join()}]`;
  return scalarText(value);
}

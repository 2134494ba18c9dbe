import { excerpt } from '../source/excerpt.js';
import { OFFICIAL_ERRORS } from '../rules/rule.js';
import { IDENTIFIER_PROPERTY } from '../rules/example.js';
import { getItems, getMember, getText, type ObjectNode } from '../source/json-node.js';
import {
  toData,
  getElements,
  isEqual,
  getKind,
  getNumber,
  toPlain,
  formatScalar,
  type Data,
} from './data.js';
import { bytesNote, noteWith, textNote } from './document-example.js';
import type { Violation, KeywordRule } from './document-rule.js';
import { chooseTextEncoding } from './text-encoding.js';

const MAX_BYTE = 255;

/** Maps types of JSON Schema to words. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
};

/** Describes how to write a value of a type in a document. */
function describeExpected(type: string, schema: ObjectNode): string {
  if (type !== 'array') return TYPE_NAMES[type] ?? type;
  if (getMember(schema, 'items') !== undefined) return 'a list';
  return chooseTextEncoding(schema, undefined) === 'identifier'
    ? 'an identifier: base58 text, 32 bytes or an array of them'
    : 'bytes: base64 text, a Uint8Array or an array of integers from 0 to 255';
}

/** Checks a byte; names the error as the official engine does. */
function checkByte(item: Data, at: number): Violation | undefined {
  const number = getNumber(item);
  const isCount = number !== undefined && number >= 0 && getKind(item) === 'integer';
  if (isCount && number <= MAX_BYTE) return undefined;
  return {
    message: `expected a byte from 0 to ${MAX_BYTE}, found ${excerpt(item)}`,
    member: at,
    ...(isCount
      ? { keyword: 'maximum', params: { maximum: MAX_BYTE } }
      : { keyword: 'type', params: { type: 'integer' } }),
  };
}

/** Lists the rules about the keywords of all types, and of byte arrays. */
export const VALUE_RULES: readonly KeywordRule[] = [
  {
    code: 'value-type',
    title: 'A value has the wrong type',
    about: 'document',
    stage: 'schema',
    keyword: 'type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A value has the type of its property. 1.0 is an integer, 1.5 is not; `null` has no type: omit absent values. Bytes can be base64 text, identifiers base58 text, integers of 64 bits decimal text.',
    fix: 'Write a value of the type, or omit the property.',
    wrong: textNote({}, null),
    right: textNote({}, 'null'),
    compile(node, { schema }) {
      const types = node.kind === 'array' ? getItems(node).map(getText) : [getText(node)];
      const words = types.map((type) => describeExpected(type ?? '', schema)).join(' or ');
      return (value) => {
        const kind = getKind(value);
        if (types.includes(kind) || (kind === 'integer' && types.includes('number'))) return undefined;
        const isNull = kind === 'null' ? { fix: 'Omit the property: null is not a value here.' } : {};
        return {
          message: `expected ${words}, found ${excerpt(value)}`,
          params: { type: toPlain(toData(node)) },
          ...isNull,
        };
      };
    },
  },
  {
    code: 'value-const',
    title: 'A value differs from "const"',
    about: 'document',
    stage: 'schema',
    keyword: 'const',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`const` allows one value. Numbers are compared as 64-bit floats, objects with their members in order.',
    fix: 'Write that value.',
    wrong: textNote({ const: 'dash' }, 'Dash'),
    right: textNote({ const: 'dash' }, 'dash'),
    compile(node) {
      const only = toData(node);
      const number = getNumber(only);
      const fits = (value: Data): boolean => {
        const found = getNumber(value);
        return number === undefined || found === undefined
          ? isEqual(value, only)
          : Math.abs(Number(number) - Number(found)) < Number.EPSILON;
      };
      return (value) =>
        fits(value)
          ? undefined
          : {
              message: `${excerpt(value)} differs from the only allowed value, ${excerpt(only)}`,
              params: { allowedValue: toPlain(only) },
            };
    },
  },
  {
    code: 'value-enum',
    title: 'A value is not in "enum"',
    about: 'document',
    stage: 'schema',
    keyword: 'enum',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`enum` lists the allowed values.',
    fix: 'Write one of the values.',
    wrong: textNote({ enum: ['red', 'green'] }, 'blue'),
    right: textNote({ enum: ['red', 'green'] }, 'green'),
    compile(node) {
      const values = getItems(node).map(toData);
      return (value) =>
        values.some((one) => isEqual(value, one))
          ? undefined
          : {
              message: `${excerpt(value)} is not one of ${values.slice(0, 10).map(excerpt).join(', ')}${values.length > 10 ? ', …' : ''}`,
              params: { enum: values.map(toPlain) },
            };
    },
  },
  {
    code: 'value-byte',
    title: 'An element of a byte array is not a byte',
    about: 'document',
    stage: 'schema',
    keyword: 'byteArray',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A byte array that is written as an array contains integers from 0 to 255. The platform reports the first other element.',
    fix: 'Write bytes.',
    wrong: bytesNote({}, [1, 2, 256]),
    right: bytesNote({}, [1, 2, 255]),
    compile: () => (value) => {
      if (!Array.isArray(value)) return undefined;
      for (const [at, item] of value.entries()) {
        const violation = checkByte(item, at);
        if (violation !== undefined) return violation;
      }
      return undefined;
    },
  },
  {
    code: 'value-min-items',
    title: 'A byte array or list is too short',
    about: 'document',
    stage: 'schema',
    keyword: 'minItems',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`minItems` counts bytes, or the elements of a list.',
    fix: 'Write more bytes or elements.',
    wrong: bytesNote({ minItems: 4 }, 'AQID'),
    right: bytesNote({ minItems: 4 }, 'AQIDBA=='),
    compile(node, { schema }) {
      const min = Number(getNumber(toData(node)));
      const describe = describeSize(schema);
      return (value) => {
        const count = getElements(value)?.length ?? min;
        return count >= min
          ? undefined
          : {
              message: `${describe(count)}: the minimum is ${min}`,
              params: { minItems: min },
            };
      };
    },
  },
  {
    code: 'value-max-items',
    title: 'A byte array or list is too long',
    about: 'document',
    stage: 'schema',
    keyword: 'maxItems',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`maxItems` counts bytes, or the elements of a list. An identifier has exactly 32 bytes.',
    fix: 'Write fewer bytes or elements.',
    wrong: noteWith({ author: IDENTIFIER_PROPERTY }, { author: Array.from({ length: 33 }, (_, at) => at) }),
    right: noteWith({ author: IDENTIFIER_PROPERTY }, { author: Array.from({ length: 32 }, (_, at) => at) }),
    compile(node, { schema }) {
      const max = Number(getNumber(toData(node)));
      const describe = describeSize(schema);
      return (value) => {
        const count = getElements(value)?.length ?? max;
        return count <= max
          ? undefined
          : {
              message: `${describe(count)}: the maximum is ${max}`,
              params: { maxItems: max },
            };
      };
    },
  },
  {
    code: 'value-unique-items',
    title: 'An element is repeated in an array of unique elements',
    about: 'document',
    stage: 'schema',
    keyword: 'uniqueItems',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'With `uniqueItems` all bytes, or all elements of a list, are different.',
    fix: 'Remove the repeated byte or element.',
    wrong: bytesNote({ uniqueItems: true }, 'AQE='),
    right: bytesNote({ uniqueItems: true }, 'AQI='),
    compile(node, { schema }) {
      if (node.kind !== 'boolean' || !node.value) return undefined;
      const what = getMember(schema, 'items') === undefined ? 'a byte' : 'an element';
      return (value) => {
        const items = getElements(value);
        if (items === undefined || new Set(Array.from(items, formatComparable)).size === items.length)
          return undefined;
        return { message: `${what} is repeated in ${excerpt(value)}`, params: {} };
      };
    },
  },
];

/** Describes the size of a byte array, or of a list. */
function describeSize(schema: ObjectNode): (count: number) => string {
  return getMember(schema, 'items') === undefined
    ? (count) => `the byte array has ${count} bytes`
    : (count) => `the list has ${count} elements`;
}

/** Formats a value so that equal values have the same text. */
function formatComparable(value: Data): string {
  if (value instanceof Uint8Array) return `bytes ${value.join()}`;
  if (value instanceof Map)
    return `{${[...value]
      .map(([name, inner]) => `${JSON.stringify(name)}:${formatComparable(inner)}`)
      .toSorted()
      .join()}}`;
  if (Array.isArray(value)) return `[${value.map(formatComparable).join()}]`;
  return formatScalar(value);
}

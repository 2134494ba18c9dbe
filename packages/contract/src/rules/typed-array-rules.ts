import { getValueKind, isTypedArray } from '../model/type-traits.js';
import { listValueSchemas } from '../model/value-schemas.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getMember } from '../source/json-node.js';
import { noteOf } from './example.js';
import { extendedRule, type Rule } from './rule.js';

const MAX_ELEMENTS = 1024n;

const tags = (members: object, type: Readonly<Record<string, unknown>> = {}) =>
  noteOf(
    {
      tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 4, position: 0, ...members },
    },
    type,
  );

/** Lists the rules about lists of values. */
export const TYPED_ARRAY_RULES: readonly Rule<'document-type'>[] = [
  extendedRule({
    code: 'typed-array-bounds',
    title: 'A list of values has impossible or too high bounds',
    about: 'document-type',
    why: `A list has at most ${MAX_ELEMENTS} elements, and its \`minItems\` is not above its \`maxItems\`. The \`minimum\` of integer elements is not above their \`maximum\`.`,
    fix: 'Correct the bounds.',
    wrong: tags({ minItems: 5 }),
    right: tags({ minItems: 4 }),
    check(type, report) {
      for (const { schema, isElement } of listValueSchemas(type)) {
        const names = isElement ? ['minimum', 'maximum'] : ['minItems', 'maxItems'];
        if (isElement ? getValueKind(schema) !== 'integer' : !isTypedArray(schema)) continue;
        const [low, high] = names.map((name) => getMember(schema, name));
        const [min, max] = [getInteger(low), getInteger(high)];
        if (min !== undefined && max !== undefined && min > max)
          report(low, { message: `${names[0]} is ${min}, above ${names[1]} ${max}` });
        if (!isElement && max !== undefined && max > MAX_ELEMENTS)
          report(high, { message: `maxItems is ${max}: a list has at most ${MAX_ELEMENTS} elements` });
      }
    },
  }),
];

/** Lists the rules about indices over lists. */
export const TYPED_ARRAY_INDEX_RULES: readonly Rule<'index'>[] = [
  extendedRule({
    code: 'index-over-list',
    title: 'An index contains a list of values',
    about: 'index',
    official: { name: 'InvalidIndexPropertyTypeError', code: 10206, layer: 'parse' },
    why: 'A list of values cannot be indexed: documents of a type of their own, one for each element, can.',
    fix: 'Remove the property from the index, or store the elements as documents.',
    wrong: tags({}, { indices: [{ name: 'byTags', properties: [{ tags: 'asc' }] }] }),
    right: tags({}),
    check({ entries, documentType }, report) {
      for (const entry of entries)
        if (isTypedArray(documentType.fields.get(String(entry.key))?.schema))
          report(entry, {
            message: `"${truncate(String(entry.key))}" is a list: lists cannot be indexed`,
            isAtName: true,
          });
    },
  }),
];

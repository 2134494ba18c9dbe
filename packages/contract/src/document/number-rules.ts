import { excerpt } from '../source/excerpt.js';
import { OFFICIAL_ERRORS } from '../rules/rule.js';
import type { JsonNode } from '../source/json-node.js';
import { toData, getNumber } from './data.js';
import { countNote } from './document-example.js';
import type { Check, KeywordRule } from './document-rule.js';

type NumericValue = number | bigint;

/** Compiles an exact comparison of a number with the limit of a keyword. */
function compileLimit(
  keyword: string,
  relation: string,
  keeps: (value: NumericValue, limit: NumericValue) => boolean,
) {
  return (node: JsonNode): Check | undefined => {
    const limit = getNumber(toData(node));
    if (limit === undefined) return undefined;
    return (value) => {
      const number = getNumber(value);
      return number === undefined || keeps(number, limit)
        ? undefined
        : {
            message: `${excerpt(value)} is ${relation} ${limit}`,
            params: { [keyword]: limit },
          };
    };
  };
}

/** Lists the rules about the keywords of numbers. */
export const NUMBER_RULES: readonly KeywordRule[] = [
  {
    code: 'value-minimum',
    title: 'A number is below its minimum',
    about: 'document',
    stage: 'schema',
    keyword: 'minimum',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`minimum` is the smallest allowed value.',
    fix: 'Write a larger number.',
    wrong: countNote({ minimum: 1, maximum: 9 }, 0),
    right: countNote({ minimum: 1, maximum: 9 }, 1),
    compile: compileLimit('minimum', 'below the minimum', (value, limit) => value >= limit),
  },
  {
    code: 'value-maximum',
    title: 'A number is above its maximum',
    about: 'document',
    stage: 'schema',
    keyword: 'maximum',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`maximum` is the largest allowed value.',
    fix: 'Write a smaller number.',
    wrong: countNote({ minimum: 0, maximum: 255 }, 256),
    right: countNote({ minimum: 0, maximum: 255 }, 255),
    compile: compileLimit('maximum', 'above the maximum', (value, limit) => value <= limit),
  },
  {
    code: 'value-exclusive-minimum',
    title: 'A number is not above its exclusive minimum',
    about: 'document',
    stage: 'schema',
    keyword: 'exclusiveMinimum',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`exclusiveMinimum` itself is not allowed.',
    fix: 'Write a larger number.',
    wrong: countNote({ exclusiveMinimum: 0 }, 0),
    right: countNote({ exclusiveMinimum: 0 }, 1),
    compile: compileLimit('exclusiveMinimum', 'not above', (value, limit) => value > limit),
  },
  {
    code: 'value-exclusive-maximum',
    title: 'A number is not below its exclusive maximum',
    about: 'document',
    stage: 'schema',
    keyword: 'exclusiveMaximum',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`exclusiveMaximum` itself is not allowed.',
    fix: 'Write a smaller number.',
    wrong: countNote({ exclusiveMaximum: 10 }, 10),
    right: countNote({ exclusiveMaximum: 10 }, 9),
    compile: compileLimit('exclusiveMaximum', 'not below', (value, limit) => value < limit),
  },
  {
    code: 'value-multiple-of',
    title: 'A number is not a multiple',
    about: 'document',
    stage: 'schema',
    keyword: 'multipleOf',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The platform divides 64-bit floats: beyond 2^53 it rounds first, and for a divisor with a fraction it accepts every negative number.',
    fix: 'Write a multiple.',
    wrong: countNote({ multipleOf: 5 }, 7),
    right: countNote({ multipleOf: 5 }, 10),
    compile(node) {
      const divisor = Number(getNumber(toData(node)));
      return (value) => {
        const number = getNumber(value);
        return number === undefined || isMultiple(Number(number), divisor)
          ? undefined
          : {
              message: `${excerpt(value)} is not a multiple of ${divisor}`,
              params: { multipleOf: divisor },
            };
      };
    },
  },
];

function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(divisor)) return Number.isInteger(value) && value % divisor === 0;
  const remainder = (value / divisor) % 1;
  return Number.isNaN(remainder) ? isExactMultiple(value, divisor) : remainder < Number.EPSILON;
}

/** Checks quotients beyond the range of floats. */
function isExactMultiple(value: number, divisor: number): boolean {
  if (!Number.isInteger(value)) return false;
  let numerator = divisor;
  let shift = 0n;
  for (; !Number.isInteger(numerator); shift += 1n) numerator *= 2;
  return (BigInt(value) << shift) % BigInt(numerator) === 0n;
}

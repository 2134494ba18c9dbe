import { OFFICIAL } from '../rules/rule.js';
import type { JsonNode } from '../source/json-node.js';
import { dataOf, numberOf, shown } from './data.js';
import { countNote } from './document-example.js';
import type { Check, KeywordRule } from './document-rule.js';

type Number64 = number | bigint;

/** What compares a number with the limit that a keyword sets, exactly. */
function limited(keyword: string, words: string, keeps: (value: Number64, limit: Number64) => boolean) {
  return (node: JsonNode): Check | undefined => {
    const limit = numberOf(dataOf(node));
    if (limit === undefined) return undefined;
    return (value) => {
      const number = numberOf(value);
      return number === undefined || keeps(number, limit)
        ? undefined
        : {
            message: `expected a number ${words} ${limit}, found ${shown(value)}`,
            params: { [keyword]: limit },
          };
    };
  };
}

/** The rules that come with the keywords of numbers. */
export const NUMBER_RULES: readonly KeywordRule[] = [
  {
    code: 'value-minimum',
    title: 'A number is below its minimum',
    about: 'document',
    stage: 'schema',
    keyword: 'minimum',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`minimum` is the least value that is allowed.',
    mend: 'Write a larger number.',
    wrong: countNote({ minimum: 1, maximum: 9 }, 0),
    right: countNote({ minimum: 1, maximum: 9 }, 1),
    compile: limited('minimum', 'of at least', (value, limit) => value >= limit),
  },
  {
    code: 'value-maximum',
    title: 'A number is above its maximum',
    about: 'document',
    stage: 'schema',
    keyword: 'maximum',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`maximum` is the largest value that is allowed.',
    mend: 'Write a smaller number.',
    wrong: countNote({ minimum: 0, maximum: 255 }, 256),
    right: countNote({ minimum: 0, maximum: 255 }, 255),
    compile: limited('maximum', 'of at most', (value, limit) => value <= limit),
  },
  {
    code: 'value-exclusive-minimum',
    title: 'A number is not above its exclusive minimum',
    about: 'document',
    stage: 'schema',
    keyword: 'exclusiveMinimum',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`exclusiveMinimum` itself is not allowed.',
    mend: 'Write a larger number.',
    wrong: countNote({ exclusiveMinimum: 0 }, 0),
    right: countNote({ exclusiveMinimum: 0 }, 1),
    compile: limited('exclusiveMinimum', 'above', (value, limit) => value > limit),
  },
  {
    code: 'value-exclusive-maximum',
    title: 'A number is not below its exclusive maximum',
    about: 'document',
    stage: 'schema',
    keyword: 'exclusiveMaximum',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`exclusiveMaximum` itself is not allowed.',
    mend: 'Write a smaller number.',
    wrong: countNote({ exclusiveMaximum: 10 }, 10),
    right: countNote({ exclusiveMaximum: 10 }, 9),
    compile: limited('exclusiveMaximum', 'below', (value, limit) => value < limit),
  },
  {
    code: 'value-multiple-of',
    title: 'A number is no multiple',
    about: 'document',
    stage: 'schema',
    keyword: 'multipleOf',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The platform divides as 64-bit floats: beyond 2^53 it rounds first, and by a divisor with a fraction it lets every negative number pass.',
    mend: 'Write a multiple.',
    wrong: countNote({ multipleOf: 5 }, 7),
    right: countNote({ multipleOf: 5 }, 10),
    compile(node) {
      const divisor = Number(numberOf(dataOf(node)));
      return (value) => {
        const number = numberOf(value);
        return number === undefined || isMultiple(Number(number), divisor)
          ? undefined
          : {
              message: `expected a multiple of ${divisor}, found ${shown(value)}`,
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

/** For quotients beyond the range of floats. */
function isExactMultiple(value: number, divisor: number): boolean {
  if (!Number.isInteger(value)) return false;
  let numerator = divisor;
  let shift = 0n;
  for (; !Number.isInteger(numerator); shift += 1n) numerator *= 2;
  return (BigInt(value) << shift) % BigInt(numerator) === 0n;
}

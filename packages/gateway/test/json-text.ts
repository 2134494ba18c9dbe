import * as fc from 'fast-check';

/** White space of JSON. */
export const anySpace = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 3 });

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const digits = fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 1, maxLength: 40 });

/** The text of any JSON number. */
export const anyNumberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.oneof(
      fc.constant(''),
      digits.map((text) => `.${text}`),
    ),
    fc.oneof(
      fc.constant(''),
      fc.tuple(fc.constantFrom('e', 'E', 'e-', 'E+'), digits).map((parts) => parts.join('')),
    ),
  )
  .map((parts) => parts.join(''));

/** The text of any JSON string, its characters escaped in any way. */
export const anyStringText = fc
  .array(
    fc.oneof(
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 1 })
        .map((one) => JSON.stringify(one).slice(1, -1)),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
      fc.constantFrom('\\/', '\\b', '\\n', '\\"', '\\\\', '{', '}', '[', ']', ',', ':'),
    ),
  )
  .map((characters) => `"${characters.join('')}"`);

const anyScalarText = fc.oneof(anyStringText, anyNumberText, fc.constantFrom('null', 'true', 'false'));

/** The text of any JSON value, with any white space around every token. */
export const { value: anyJsonText } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc
    .tuple(anySpace, fc.oneof({ maxDepth: 4 }, anyScalarText, tie('array'), tie('object')), anySpace)
    .map((parts) => parts.join('')),
  array: fc.array(tie('value'), { maxLength: 4 }).map((elements) => `[${elements.join(',')}]`),
  object: fc
    .array(fc.tuple(anySpace, anyStringText, anySpace, tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map(([a, name, b, value]) => `${a}${name}${b}:${value}`).join(',')}}`),
}));

import { contract, noteOf } from './example.js';
import { extendedRule, type Rule } from './rule.js';

/** Lists the rules about short forms of types. */
export const SHORTHAND_RULES: readonly Rule<'contract'>[] = [
  extendedRule({
    code: 'shorthand-invalid',
    title: 'A short form of a type is malformed',
    about: 'contract',
    why: '`{"type": "identifier"}` stands for a byte array of 32 bytes with the media type of identifiers, `{"type": "bytes", "size": n}` for one of n bytes: 1 to 5120, by which the field limit rejects more. None of `byteArray`, `minItems`, `maxItems` and `contentMediaType` is beside a short form, and `size` only beside "bytes". Errors of other rules point at the short form; sizes and fees go by the long one.',
    fix: 'Write the short form alone, or the long form.',
    wrong: contract({ documentSchemas: noteOf({ hash: { type: 'bytes', position: 0 } }) }),
    right: contract({ documentSchemas: noteOf({ hash: { type: 'bytes', size: 32, position: 0 } }) }),
    check({ shorthandProblems }, report) {
      for (const { node, ...finding } of shorthandProblems) report(node, finding);
    },
  }),
];

import { excerpt } from '../source/excerpt.js';
import { patternMatcher } from '../pattern/pattern-matcher.js';
import { OFFICIAL_ERRORS } from '../rules/rule.js';
import { countCharacters } from '../text/count-characters.js';
import { getInteger, getText } from '../source/json-node.js';

import { textNote } from './document-example.js';
import type { DocumentRule, KeywordRule } from './document-rule.js';
import { FORMAT_CHECKS } from './format-check.js';

const UNCHECKED_PATTERN_RULE: DocumentRule = {
  code: 'value-pattern-unchecked',
  title: 'A text could not be checked against its pattern',
  about: 'document',
  stage: 'schema',
  severity: 'warning',
  why: 'The platform runs the Rust `regex` crate. A few of its patterns have no counterpart in RE2, which runs here: `\\b{start-half}`, `(?mR)`, and word boundaries of Unicode and of ASCII in one pattern, beside letters outside ASCII.',
  fix: 'Write the pattern in the syntax of RE2, or try the text on a test network.',
  wrong: textNote({ pattern: '\\b{start-half}e' }, 'e'),
  right: textNote({ pattern: '\\be' }, 'e'),
};

/** Lists the rules about the keywords of text. */
export const TEXT_RULES: readonly (DocumentRule | KeywordRule)[] = [
  {
    code: 'value-min-length',
    title: 'A text is too short',
    about: 'document',
    stage: 'schema',
    keyword: 'minLength',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`minLength` counts characters (Unicode code points).',
    fix: 'Write a longer text.',
    wrong: textNote({ minLength: 3 }, '😀😀'),
    right: textNote({ minLength: 3 }, '😀😀😀'),
    compile(node) {
      const min = Number(getInteger(node));
      return (value) => {
        if (typeof value !== 'string' || value.length >= 2 * min) return undefined;
        const count = countCharacters(value);
        return count >= min
          ? undefined
          : {
              message: `${excerpt(value)} has ${count} characters: the minimum is ${min}`,
              params: { minLength: min },
            };
      };
    },
  },
  {
    code: 'value-max-length',
    title: 'A text is too long',
    about: 'document',
    stage: 'schema',
    keyword: 'maxLength',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`maxLength` counts characters (Unicode code points): an emoji of one code point counts once, however many bytes it has.',
    fix: 'Shorten the text.',
    wrong: textNote({ maxLength: 5 }, '😀😀😀😀😀😀'),
    right: textNote({ maxLength: 5 }, '😀😀😀😀😀'),
    compile(node) {
      const max = Number(getInteger(node));
      return (value) => {
        if (typeof value !== 'string' || value.length <= max) return undefined;
        const count = countCharacters(value);
        return count <= max
          ? undefined
          : {
              message: `${excerpt(value)} has ${count} characters: the maximum is ${max}`,
              params: { maxLength: max },
            };
      };
    },
  },
  {
    code: 'value-pattern',
    title: 'A text does not match its pattern',
    about: 'document',
    stage: 'schema',
    keyword: 'pattern',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The platform searches for the pattern anywhere in the text, unless `^` and `$` anchor it, in linear time.',
    fix: 'Write a text that matches.',
    wrong: textNote({ pattern: '^[a-z]+$' }, 'Dash'),
    right: textNote({ pattern: '^[a-z]+$' }, 'dash'),
    compile(node) {
      const pattern = getText(node) ?? '';
      const matches = patternMatcher(pattern);
      if (matches === undefined) return undefined;
      return (value) => {
        if (typeof value !== 'string') return undefined;
        const isMatch = matches(value);
        if (isMatch === true) return undefined;
        if (isMatch === false)
          return {
            message: `${excerpt(value)} does not match ${JSON.stringify(pattern)}`,
            params: { pattern },
          };
        return {
          rule: UNCHECKED_PATTERN_RULE,
          message: `cannot check ${excerpt(value)} against ${JSON.stringify(pattern)}: RE2 has no equivalent pattern`,
        };
      };
    },
  },
  UNCHECKED_PATTERN_RULE,
  {
    code: 'value-format',
    title: 'A text does not have its format',
    about: 'document',
    stage: 'schema',
    keyword: 'format',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The platform enforces `format` with small deviations: an email needs text before its `@`, without misplaced dots; a time has no fraction, or one of six digits.',
    fix: 'Write the text in the format.',
    wrong: textNote({ format: 'date' }, '2026-02-30'),
    right: textNote({ format: 'date' }, '2026-02-28'),
    compile(node) {
      const format = getText(node) ?? '';
      const fits = FORMAT_CHECKS.get(format);
      if (fits === undefined) return undefined;
      return (value) =>
        typeof value !== 'string' || fits(value)
          ? undefined
          : { message: `${excerpt(value)} does not have the format ${format}`, params: { format } };
    },
  },
];

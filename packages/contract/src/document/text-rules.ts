import { patternMatcher } from '../pattern/pattern-matcher.js';
import { OFFICIAL } from '../rules/rule.js';
import { countCharacters } from '../source/characters.js';
import { integerOf, textOf } from '../source/json-node.js';
import { shown } from './data.js';
import { textNote } from './document-example.js';
import type { DocumentRule, KeywordRule } from './document-rule.js';
import { FORMAT_CHECKS } from './format-check.js';

const UNJUDGED: DocumentRule = {
  code: 'value-pattern-unjudged',
  title: 'A text could not be held against its pattern',
  about: 'document',
  stage: 'schema',
  verdict: 'warning',
  why: 'The platform runs the Rust `regex` crate. A few of its patterns have no counterpart in RE2, which runs here: word boundaries beside letters outside ASCII, `\\b{start-half}`, `(?mR)`.',
  mend: 'Write the pattern in the syntax of RE2, or try the text on a test network.',
  wrong: textNote({ pattern: '\\bé' }, 'é'),
  right: textNote({ pattern: '\\be' }, 'e'),
};

/** The rules that come with the keywords of text. */
export const TEXT_RULES: readonly (DocumentRule | KeywordRule)[] = [
  {
    code: 'value-min-length',
    title: 'A text is too short',
    about: 'document',
    stage: 'schema',
    keyword: 'minLength',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`minLength` counts characters (Unicode code points).',
    mend: 'Write a longer text.',
    wrong: textNote({ minLength: 3 }, '😀😀'),
    right: textNote({ minLength: 3 }, '😀😀😀'),
    compile(node) {
      const least = Number(integerOf(node));
      return (value) => {
        if (typeof value !== 'string' || value.length >= 2 * least) return undefined;
        const count = countCharacters(value);
        return count >= least
          ? undefined
          : {
              message: `expected at least ${least} characters, found ${count} in ${shown(value)}`,
              params: { minLength: least },
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
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`maxLength` counts characters (Unicode code points): an emoji of one code point is one, however many bytes it takes.',
    mend: 'Shorten the text.',
    wrong: textNote({ maxLength: 5 }, '😀😀😀😀😀😀'),
    right: textNote({ maxLength: 5 }, '😀😀😀😀😀'),
    compile(node) {
      const most = Number(integerOf(node));
      return (value) => {
        if (typeof value !== 'string' || value.length <= most) return undefined;
        const count = countCharacters(value);
        return count <= most
          ? undefined
          : {
              message: `expected at most ${most} characters, found ${count} in ${shown(value)}`,
              params: { maxLength: most },
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
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The platform looks for the pattern anywhere in the text, unless it is anchored by `^` and `$`, in linear time.',
    mend: 'Write a text that matches.',
    wrong: textNote({ pattern: '^[a-z]+$' }, 'Dash'),
    right: textNote({ pattern: '^[a-z]+$' }, 'dash'),
    compile(node) {
      const pattern = textOf(node) ?? '';
      const matches = patternMatcher(pattern);
      if (matches === undefined) return undefined;
      return (value) => {
        if (typeof value !== 'string') return undefined;
        const isMatch = matches(value);
        if (isMatch === true) return undefined;
        if (isMatch === false)
          return {
            message: `expected text that matches ${JSON.stringify(pattern)}, found ${shown(value)}`,
            params: { pattern },
          };
        return {
          rule: UNJUDGED,
          message: `expected a pattern and a text that RE2 can judge, found ${JSON.stringify(pattern)} and ${shown(value)}`,
        };
      };
    },
  },
  UNJUDGED,
  {
    code: 'value-format',
    title: 'A text is not of its format',
    about: 'document',
    stage: 'schema',
    keyword: 'format',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The platform enforces `format`, with small liberties: an email needs an `@` behind something and no dot out of place, a time has no fraction or one of six digits.',
    mend: 'Write the text in the format.',
    wrong: textNote({ format: 'date' }, '2026-02-30'),
    right: textNote({ format: 'date' }, '2026-02-28'),
    compile(node) {
      const format = textOf(node) ?? '';
      const fits = FORMAT_CHECKS.get(format);
      if (fits === undefined) return undefined;
      return (value) =>
        typeof value !== 'string' || fits(value)
          ? undefined
          : { message: `expected text in the format ${format}, found ${shown(value)}`, params: { format } };
    },
  },
];

import { FORMATS } from './formats.js';
import type { Property } from '../model/property.js';
import { patternMend } from '../pattern/pattern-mend.js';
import { judgePattern } from '../pattern/pattern-verdict.js';
import { LIMITS } from '../protocol/limits.js';
import { excerpt, integerOf, member, objectOf, textOf } from '../source/json-node.js';
import { textWith } from './example.js';
import { PROPERTY_KEYWORDS } from './keyword-shape.js';
import { OFFICIAL, type RuleAbout } from './rule.js';
import { isMisspelt, misspelling } from './unknown-name.js';

const patternOf = ({ node }: Property): string | undefined => textOf(member(node, 'pattern'));

/** What holds for `pattern` and `format`. */
export const PATTERN_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'pattern-length-missing',
    title: 'A pattern or format stands without maxLength',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `A property with \`pattern\` or \`format\` has a \`maxLength\` of at most ${LIMITS.patternedTextLength}, whatever its type, so that matching stays fast.`,
    mend: 'Add a maxLength.',
    wrong: textWith({ pattern: '^[a-z]+$', maxLength: undefined }),
    right: textWith({ pattern: '^[a-z]+$' }),
    check({ node, isOpen, contract }, report) {
      const cause = ['pattern', 'format'].find((name) => member(node, name)?.kind === 'string');
      if (isOpen || cause === undefined || member(node, 'maxLength') !== undefined) return;
      if (!isMisspelt('maxLength', node, PROPERTY_KEYWORDS, contract))
        report(node, { message: `expected maxLength beside ${cause}, found none` });
    },
  },
  {
    code: 'pattern-length',
    title: 'The maxLength beside a pattern or format is too large',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `Beside \`pattern\` or \`format\`, \`maxLength\` is at most ${LIMITS.patternedTextLength}.`,
    mend: `Lower maxLength to ${LIMITS.patternedTextLength}.`,
    wrong: textWith({ pattern: '^[a-z]+$', maxLength: 50_001 }),
    right: textWith({ pattern: '^[a-z]+$', maxLength: 50_000 }),
    check({ node, isOpen }, report) {
      const cause = ['pattern', 'format'].find((name) => member(node, name) !== undefined);
      const length = integerOf(member(node, 'maxLength'));
      if (isOpen || cause === undefined || length === undefined) return;
      if (length > BigInt(LIMITS.patternedTextLength))
        report(member(node, 'maxLength'), {
          message: `expected at most ${LIMITS.patternedTextLength} beside ${cause}, found ${length}`,
        });
    },
  },
  {
    code: 'pattern-invalid',
    title: 'The platform does not take a pattern',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The platform compiles `pattern` with a linear-time engine (the `regex` crate): no look-around, no back-references, and at most 5 MiB when compiled.',
    mend: 'Correct the pattern.',
    wrong: textWith({ pattern: '^(?=a).*$' }),
    right: textWith({ pattern: '^a.*$' }),
    check(property, report) {
      const node = member(property.node, 'pattern');
      const pattern = patternOf(property);
      if (node === undefined) return;
      if (pattern === undefined) {
        report(node, { message: `expected a pattern as text, found ${excerpt(node)}` });
        return;
      }
      const fault = judgePattern(pattern).platform;
      const mend = patternMend(fault ?? '');
      if (fault !== undefined)
        report(node, {
          message: `expected a pattern that the platform takes, found ${excerpt(node)}: ${fault}`,
          ...(mend === undefined ? {} : { mend }),
        });
    },
  },
  {
    code: 'pattern-not-re2',
    title: 'RE2 does not take a pattern',
    about: 'property',
    verdict: 'specification',
    why: 'The specification allows RE2-compatible patterns only. The platform runs another engine and takes a few more, such as a{1001}, (?x) and [a--b].',
    mend: 'Write the pattern in the syntax of RE2.',
    wrong: textWith({ pattern: '^a{1001}$' }),
    right: textWith({ pattern: '^a{1000}$' }),
    check(property, report) {
      const pattern = patternOf(property);
      if (pattern === undefined || property.contract.isOversized) return;
      const verdict = judgePattern(pattern);
      if (verdict.platform === undefined && verdict.re2 !== undefined)
        report(member(property.node, 'pattern'), {
          message: `expected a pattern that RE2 takes, found ${JSON.stringify(pattern)}: ${verdict.re2}; the network would let it pass`,
        });
    },
  },
  {
    code: 'pattern-not-javascript',
    title: 'JavaScript does not take a pattern',
    about: 'property',
    verdict: 'warning',
    why: 'An application in JavaScript cannot check its text with this pattern before it sends a document.',
    mend: 'Write the pattern in syntax that JavaScript has, too.',
    wrong: textWith({ pattern: '(?i)^abc$' }),
    right: textWith({ pattern: '^[aA][bB][cC]$' }),
    check(property, report) {
      const pattern = patternOf(property);
      if (pattern === undefined || property.contract.isOversized) return;
      const verdict = judgePattern(pattern);
      if (verdict.platform !== undefined || verdict.re2 !== undefined) return;
      if (verdict.javaScript !== undefined)
        report(member(property.node, 'pattern'), {
          message: `expected a pattern that JavaScript takes, found ${JSON.stringify(pattern)}: ${verdict.javaScript}`,
        });
    },
  },
  {
    code: 'format-unknown',
    title: 'A format is unknown',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `The formats are ${FORMATS.join(', ')}; any other text is refused.`,
    mend: 'Choose one of the formats, or describe the text by a pattern.',
    wrong: textWith({ format: 'uuid' }),
    right: textWith({ format: 'uri' }),
    check({ node, isOpen, documentType }, report) {
      const format = member(objectOf(node), 'format');
      // Definitions are not compiled, and the meta-schema asks for text only.
      if (documentType === undefined) return;
      if (isOpen && format !== undefined && format.kind !== 'string')
        report(format, { message: `expected a format as text, found ${excerpt(format)}` });
      if (format?.kind === 'string' && !FORMATS.includes(format.value))
        report(format, {
          message: `expected one of ${FORMATS.join(', ')}, found ${excerpt(format)}`,
          ...misspelling(format.value, FORMATS),
        });
    },
  },
];

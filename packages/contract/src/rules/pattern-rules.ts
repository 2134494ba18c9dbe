import { FORMATS } from '../schema/formats.js';
import type { Property } from '../model/contract-model.js';
import type { RustVerdict } from '../pattern/rust-regex.js';
import { findJavaScriptFix, findPatternFix } from '../pattern/pattern-fix.js';
import { checkPatternNode, checkUncompiledPattern } from '../pattern/pattern-verdict.js';
import { LIMITS } from '../protocol/limits.js';
import {
  getInteger,
  getMember,
  getPointer,
  getText,
  asObject,
  type JsonNode,
  type StringNode,
} from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { textWith } from './example.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { needMembers, OFFICIAL_ERRORS, type Rule } from './rule.js';
import { replaceBy, type SingleReading } from './single-reading.js';
import { suggestTextLength } from './text-length.js';
import { isMisspelled } from './misplaced-schema.js';
import { sayBeside } from './keyword-moves.js';
import { suggestName } from './suggest-name.js';

/** Returns the node of a pattern to check, if the property has one. */
function getCheckedPattern({ node, contract }: Property): StringNode | undefined {
  const pattern = getMember(node, 'pattern');
  return pattern?.kind === 'string' && !contract.isOversized ? pattern : undefined;
}

const checkAsUsed = ({ documentType, isParsed }: Property, node: StringNode): RustVerdict =>
  documentType === undefined && !isParsed ? checkUncompiledPattern(node.value) : checkPatternNode(node);

/** Explains that only nodes reject a pattern. */
export const explainNodeVerdict = (node: StringNode, problem: string): string =>
  `a node presumably rejects ${excerpt(node)}, which the official SDK accepts: ${problem}`;

/**
 * Matches a literal of JavaScript, whose anchor beside a slash keeps it from matching any text: not an escaped dollar, and not a pattern with
 * alternatives, of which another one may match.
 */
const LITERAL = /^\/(\^(?:[^|\\]|\\.)*|(?:[^|\\]|\\.)*\$)\/([dgimsuvy]*)$/su;

const NUMBER_TYPES: ReadonlySet<string> = new Set(['integer', 'number']);

const isNumber = (node: JsonNode): boolean => NUMBER_TYPES.has(getText(getMember(node, 'type')) ?? '');

/** Suggests to write the format of a number, such as "int32", into its `$comment`. */
function removeFormat(format: JsonNode): SingleReading {
  const said = sayBeside([format]);
  return {
    fix: 'Write it into "$comment": a format has no effect on numbers.',
    ...(said && { patch: [{ op: 'remove', path: getPointer(format) }, said] }),
  };
}

/** Lists the rules about `pattern` and `format`. */
export const PATTERN_RULES: readonly Rule<'property'>[] = needMembers(
  ['pattern', 'format'],
  [
    {
      code: 'pattern-length-missing',
      title: 'A pattern or format has no maxLength',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: `A property with \`pattern\` or \`format\` has a \`maxLength\` of at most ${LIMITS.patternedTextLength}, whatever its type, so that matching stays fast.`,
      fix: 'Add a maxLength.',
      wrong: textWith({ pattern: '^[a-z]+$', maxLength: undefined }),
      right: textWith({ pattern: '^[a-z]+$' }),
      check({ node, isOpen, contract }, report) {
        const cause = ['pattern', 'format'].find((name) => getMember(node, name)?.kind === 'string');
        const format = getMember(node, 'format');
        if (isOpen || cause === undefined || getMember(node, 'maxLength') !== undefined) return;
        if (isMisspelled('maxLength', node, PROPERTY_KEYWORDS, contract)) return;
        report(node, {
          message: `maxLength is missing: ${cause} requires it`,
          ...(cause === 'format' && format !== undefined && isNumber(node)
            ? removeFormat(format)
            : suggestTextLength({ node, contract })),
        });
      },
    },
    {
      code: 'pattern-length',
      title: 'The maxLength of a property with a pattern or format is too large',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: `With \`pattern\` or \`format\`, \`maxLength\` is at most ${LIMITS.patternedTextLength}.`,
      fix: `Lower maxLength to ${LIMITS.patternedTextLength}.`,
      wrong: textWith({ pattern: '^[a-z]+$', maxLength: 50_001 }),
      right: textWith({ pattern: '^[a-z]+$', maxLength: 50_000 }),
      check({ node, isOpen }, report) {
        const cause = ['pattern', 'format'].find((name) => getMember(node, name) !== undefined);
        const length = getInteger(getMember(node, 'maxLength'));
        if (isOpen || cause === undefined || length === undefined) return;
        if (length > BigInt(LIMITS.patternedTextLength))
          report(getMember(node, 'maxLength'), {
            message: `maxLength is ${length}: the maximum with ${cause} is ${LIMITS.patternedTextLength}`,
          });
      },
    },
    {
      code: 'pattern-invalid',
      title: 'The platform rejects a pattern',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: 'The platform compiles `pattern` with a linear-time engine (the `regex` crate): no look-around, no back-references, and at most 5 MiB when compiled.',
      fix: 'Correct the pattern.',
      wrong: textWith({ pattern: '^(?=a).*$' }),
      right: textWith({ pattern: '^a.*$' }),
      check(property, report) {
        const node = getMember(property.node, 'pattern');
        if (node === undefined) return;
        if (node.kind !== 'string') {
          report(node, { message: `expected a string for pattern, found ${excerpt(node)}` });
          return;
        }
        if (property.contract.isOversized) return;
        const error = checkAsUsed(property, node).platform;
        const fix = findPatternFix(error ?? '');
        if (error !== undefined)
          report(node, {
            message: `invalid pattern ${excerpt(node)}: ${error}`,
            ...(fix === undefined ? {} : { fix }),
          });
      },
    },
    {
      code: 'pattern-node-size',
      title: 'A pattern is too large for nodes with 64 bits',
      about: 'property',
      severity: 'warning',
      why: 'The official SDK compiles `pattern` in WebAssembly, where a state of the engine has 16 bytes. On a node it has 32, and the limit is the same: a pattern that takes more than half of it here can exceed it there. The registration then fails, although the SDK accepts the contract.',
      fix: 'Lower the counts of the repetitions.',
      wrong: textWith({ pattern: '^\\p{L}{1,200}$' }),
      right: textWith({ pattern: '^\\p{L}{1,100}$' }),
      check(property, report) {
        const pattern = getCheckedPattern(property);
        const problem = pattern && checkAsUsed(property, pattern).node;
        if (pattern !== undefined && problem !== undefined)
          report(pattern, { message: explainNodeVerdict(pattern, problem) });
      },
    },
    {
      code: 'pattern-not-re2',
      title: 'RE2 rejects a pattern',
      about: 'property',
      severity: 'specification',
      why: 'The specification allows only RE2-compatible patterns. The platform runs another engine, which accepts a few more, such as a{1001}, (?x) and [a--b].',
      fix: 'Write the pattern in the syntax of RE2.',
      wrong: textWith({ pattern: '^a{1001}$' }),
      right: textWith({ pattern: '^a{1000}$' }),
      check(property, report) {
        const pattern = getCheckedPattern(property);
        if (pattern === undefined) return;
        const verdict = checkPatternNode(pattern);
        if (verdict.platform === undefined && verdict.re2 !== undefined)
          report(pattern, {
            message: `RE2 rejects ${JSON.stringify(pattern.value)}: ${verdict.re2}; the network accepts it`,
          });
      },
    },
    {
      code: 'pattern-not-javascript',
      title: 'JavaScript rejects a pattern',
      about: 'property',
      severity: 'warning',
      why: 'An application in JavaScript cannot check its text with this pattern before it sends a document.',
      fix: 'Write the pattern in syntax that JavaScript has, too.',
      wrong: textWith({ pattern: '(?i)^abc$' }),
      right: textWith({ pattern: '^[aA][bB][cC]$' }),
      check(property, report) {
        const pattern = getCheckedPattern(property);
        if (pattern === undefined) return;
        const verdict = checkPatternNode(pattern);
        if (verdict.platform !== undefined || verdict.re2 !== undefined) return;
        if (verdict.javaScript === undefined) return;
        const fix = findJavaScriptFix(verdict.javaScript);
        report(pattern, {
          message: `JavaScript rejects ${JSON.stringify(pattern.value)}: ${verdict.javaScript}`,
          ...(fix === undefined ? {} : { fix }),
        });
      },
    },
    {
      code: 'pattern-literal',
      title: 'A pattern is written as a literal of JavaScript',
      about: 'property',
      severity: 'hint',
      why: 'A pattern is the text between the slashes of a literal. The network accepts slashes and flags, and takes them literally: no text matches "/^a$/".',
      fix: 'Remove the slashes and the flags.',
      wrong: textWith({ pattern: '/^a$/' }),
      right: textWith({ pattern: '^a$' }),
      check(property, report) {
        const pattern = getCheckedPattern(property);
        const [, body, flags = ''] = LITERAL.exec(pattern?.value ?? '') ?? [];
        if (pattern === undefined || body === undefined) return;
        const value = body.replaceAll(/\\(.)/gsu, (escape, character) => (character === '/' ? '/' : escape));
        report(pattern, {
          message: `pattern ${excerpt(pattern)} is a literal of JavaScript: its slashes and flags are taken literally`,
          // Other flags change which texts match, and a pattern of JSON Schema has none.
          ...(/^[dguvy]*$/.test(flags)
            ? replaceBy(pattern, value)
            : {
                fix: `Write ${JSON.stringify(value)}, and say in the pattern what the flags "${flags}" mean.`,
              }),
        });
      },
    },
    {
      code: 'format-unknown',
      title: 'A format is unknown',
      about: 'property',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: `The formats are ${FORMATS.join(', ')}. The network rejects any other text.`,
      fix: `Choose one of the formats (${FORMATS.join(', ')}), or describe the text by a pattern.`,
      wrong: textWith({ format: 'uuid' }),
      right: textWith({ format: 'uri' }),
      check({ node, isOpen, documentType }, report) {
        const format = getMember(asObject(node), 'format');
        // Definitions are not compiled, and the meta-schema requires only text.
        if (documentType === undefined) return;
        if (isOpen && format !== undefined && format.kind !== 'string')
          report(format, { message: `expected a string for format, found ${excerpt(format)}` });
        if (format?.kind === 'string' && !FORMATS.includes(format.value))
          report(format, {
            message: `unknown format ${excerpt(format)}`,
            // Other schema languages name the width of numbers so.
            ...(isNumber(node) ? removeFormat(format) : suggestName(format.value, FORMATS)),
          });
      },
    },
  ],
);

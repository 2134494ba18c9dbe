import { LIMITS } from '../protocol/limits.js';
import { cut, pointerTo } from '../source/json-node.js';
import { note } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const DEEP_TEXT = `{"note": ${'['.repeat(1100)}${']'.repeat(1100)}}`;

/** What the input must be before it can mean anything. */
export const SOURCE_RULES: readonly RuleAbout<'source'>[] = [
  {
    code: 'json-syntax',
    title: 'The text is not JSON',
    about: 'source',
    verdict: 'network',
    why: 'A contract is strict JSON (RFC 8259): double quotes, no comments, no comma after the last member.',
    mend: 'Correct the text at this place.',
    wrong: '{"note": {"type": "object",}}',
    right: JSON.stringify(note()),
    check({ fault }, report) {
      if (fault === undefined) return;
      const { message, mend } = fault;
      report(undefined, { message, span: fault, ...(mend === undefined ? {} : { mend }) });
    },
  },
  {
    code: 'contract-not-object',
    title: 'A contract is a JSON object',
    about: 'source',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'A contract, and a map of document types, is an object.',
    mend: 'Put the document types into an object, by name.',
    wrong: [note()],
    right: note(),
    check({ root }, report) {
      if (root !== undefined && root.kind !== 'object')
        report(root, {
          message: `expected an object, found ${root.kind === 'null' ? 'null' : `a ${root.kind}`}`,
        });
    },
  },
  {
    code: 'json-depth',
    title: 'The JSON nests too deep to be looked at',
    about: 'source',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: `A schema may nest ${LIMITS.schemaDepth} objects; nothing that a contract can say needs ${LIMITS.jsonDepth} levels.`,
    mend: 'Flatten the JSON.',
    wrong: DEEP_TEXT,
    right: note(),
    check({ depth, fault }, report) {
      if (fault === undefined && depth > LIMITS.jsonDepth)
        report(undefined, { message: `expected at most ${LIMITS.jsonDepth} levels, found ${depth}` });
    },
  },
  {
    code: 'json-repeated-key',
    title: 'A name comes twice in one object',
    about: 'source',
    verdict: 'warning',
    why: 'JSON readers keep the last member of a name and drop the earlier ones without a word.',
    mend: 'Remove or rename the member that is not meant.',
    wrong:
      '{"note": {"type": "object", "type": "object", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    right:
      '{"note": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    check({ repeating }, report) {
      for (const object of repeating) {
        for (const node of object.overridden)
          report(node, {
            message: `expected each name once, found "${cut(String(node.key))}" again later: this one is dropped`,
            atName: true,
          });
      }
    },
  },
  {
    code: 'json-lone-surrogate',
    title: 'Text holds half of a surrogate pair',
    about: 'source',
    verdict: 'warning',
    why: 'The platform stores text as UTF-8, which has no half pairs: a library replaces them with U+FFFD, or refuses.',
    mend: 'Write the whole character.',
    wrong:
      '{"note": {"type": "object", "$comment": "\\ud83d", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    right:
      '{"note": {"type": "object", "$comment": "\\ud83d\\ude00", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    check({ unpaired }, report) {
      for (const node of unpaired)
        report(node, { message: `expected whole characters, found half of one at ${cut(pointerTo(node))}` });
    },
  },
];

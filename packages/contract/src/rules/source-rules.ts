import { LIMITS } from '../protocol/limits.js';
import { recogniseForeign, recogniseForeignTypes, type ForeignSchema } from '../foreign/recognise.js';
import { isExact } from '../foreign/plain-value.js';
import { getPointer, type ObjectNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { note } from './example.js';
import { readAsNamed } from './named-list.js';
import { OFFICIAL_ERRORS, type Finding, type Rule } from './rule.js';

const DEEP_TEXT = `{"note": ${'['.repeat(1100)}${']'.repeat(1100)}}`;

/** Describes a file in another schema language; a conversion that would round its numbers is not suggested. */
function describeForeign({ language, difference, converted, at }: ForeignSchema, root: ObjectNode): Finding {
  const what = at === undefined ? 'file' : 'document type';
  const path = at === undefined ? '' : getPointer(at);
  return {
    message: `the ${what} is written as ${language}: ${difference}`,
    ...(converted === undefined || !isExact(at ?? root)
      ? {}
      : {
          fix: `Convert it to a ${at === undefined ? 'contract' : 'document type'}, and check the result.`,
          patch: [{ op: 'replace', path, value: converted }],
        }),
  };
}

/** Code of the only error of a text behind which it is read on. */
export const TRAILING_COMMA = 'json-trailing-comma';

/** Lists the rules about the input before it is interpreted. */
export const SOURCE_RULES: readonly Rule<'source'>[] = [
  {
    code: 'json-syntax',
    title: 'The text is not JSON',
    about: 'source',
    severity: 'network',
    why: 'A contract is strict JSON (RFC 8259): double quotes, no comments, no comma after the last member.',
    fix: 'Write strict JSON at this place, as the message says.',
    wrong: '{"note": {type: "object"}}',
    right: JSON.stringify(note()),
    check({ error }, report) {
      if (error === undefined) return;
      const { message, fix } = error;
      report(undefined, { message, span: error, ...(fix === undefined ? {} : { fix }) });
    },
  },
  {
    code: TRAILING_COMMA,
    title: 'A comma stands behind the last member',
    about: 'source',
    severity: 'network',
    why: 'JSON (RFC 8259) has no comma behind the last member or element. The other rules are checked as if it were not there.',
    fix: 'Remove the comma.',
    wrong: JSON.stringify(note()).replace(/}$/, ',}'),
    right: JSON.stringify(note()),
    check({ trailingCommas }, report) {
      for (const { error, node } of trailingCommas) {
        const { message, fix } = error;
        report(node, { message, span: error, ...(fix === undefined ? {} : { fix }) });
      }
    },
  },
  {
    code: 'contract-not-object',
    title: 'A contract is not a JSON object',
    about: 'source',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'A contract, and a map of document types, is an object.',
    fix: 'Put the document types into an object, by name.',
    wrong: [note()],
    right: note(),
    check({ root }, report) {
      if (root !== undefined && root.kind !== 'object')
        report(root, {
          message: `expected an object, found ${excerpt(root)}`,
          ...readAsNamed(root, 'document type'),
        });
    },
  },
  {
    code: 'json-depth',
    title: 'The JSON is nested too deeply to check',
    about: 'source',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: `A schema has at most ${LIMITS.schemaDepth} nested objects; no contract needs ${LIMITS.jsonDepth} levels.`,
    fix: 'Flatten the JSON.',
    wrong: DEEP_TEXT,
    right: note(),
    check({ depth, error }, report) {
      if (error === undefined && depth > LIMITS.jsonDepth)
        report(undefined, { message: `the JSON has ${depth} levels: the maximum is ${LIMITS.jsonDepth}` });
    },
  },
  {
    code: 'foreign-schema',
    title: 'The file is written in another schema language',
    about: 'source',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A contract is JSON Schema (draft 2020-12) with keywords of its own. Files of OpenAPI, MongoDB, Mongoose, and of older drafts with `definitions`, say the same in other members. The fix converts them as far as a contract can say it; the rules then check the result.',
    fix: 'Write it as a contract.',
    wrong: { openapi: '3.0.0', components: { schemas: note() } },
    right: { documents: note() },
    check({ root, depth }, report, { documentTypeKeywords }) {
      if (root?.kind !== 'object' || depth > LIMITS.jsonDepth) return;
      const whole = recogniseForeign(root, documentTypeKeywords !== undefined);
      const parts = whole === undefined ? recogniseForeignTypes(root) : [whole];
      for (const found of parts) report(found.at ?? root, describeForeign(found, root));
    },
  },
  {
    code: 'json-repeated-key',
    title: 'A name is repeated in one object',
    about: 'source',
    severity: 'warning',
    why: 'JSON readers keep the last member of a name and silently drop the earlier ones.',
    fix: 'Remove or rename one of the members.',
    wrong:
      '{"note": {"type": "object", "type": "object", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    right:
      '{"note": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    check({ repeatedKeys }, report) {
      for (const object of repeatedKeys) {
        for (const node of object.overridden)
          report(node, {
            message: `"${truncate(String(node.key))}" is repeated later: this member is dropped`,
            isAtName: true,
          });
      }
    },
  },
  {
    code: 'json-lone-surrogate',
    title: 'Text contains half of a surrogate pair',
    about: 'source',
    severity: 'warning',
    why: 'The platform stores text as UTF-8, which has no half pairs: a library replaces them by U+FFFD, or rejects them.',
    fix: 'Write the whole character.',
    wrong:
      '{"note": {"type": "object", "$comment": "\\ud83d", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    right:
      '{"note": {"type": "object", "$comment": "\\ud83d\\ude00", "properties": {"text": {"type": "string", "maxLength": 63, "position": 0}}, "additionalProperties": false}}',
    check({ loneSurrogates }, report) {
      for (const node of loneSurrogates)
        report(node, {
          message: `half of a surrogate pair at ${truncate(getPointer(node))}`,
        });
    },
  },
];

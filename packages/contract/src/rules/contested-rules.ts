import { countCharacters } from '../source/characters.js';
import { patternMend } from '../pattern/pattern-mend.js';
import { judgeContestedPattern } from '../pattern/pattern-verdict.js';
import { LIMITS } from '../protocol/limits.js';
import type { Index } from '../model/document-type.js';
import {
  cut,
  excerpt,
  integerOf,
  itemsOf,
  member,
  objectOf,
  pointerTo,
  textOf,
  type JsonNode,
} from '../source/json-node.js';
import { note } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const isShortText = (node: JsonNode): boolean =>
  node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= LIMITS.contestedTextLength;

const MATCH = { field: 'text', regexPattern: '^[a-z]{3,19}$' };
const CONTESTED = { resolution: 0, fieldMatches: [MATCH] };
const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }], unique: true, contested: CONTESTED };

const contest = (index: object, members: object = {}) =>
  note({ documentsMutable: false, canBeDeleted: false, indices: [{ ...BY_TEXT, ...index }], ...members });

/** The `regexPattern`s of an index, as far as they are text. */
const patternsOf = ({ contested }: Index): JsonNode[] =>
  itemsOf(member(contested, 'fieldMatches'))
    .map((match) => member(match, 'regexPattern'))
    .filter((node) => node !== undefined);

/** What holds for contested indices. */
export const CONTESTED_RULES: readonly RuleAbout<'index'>[] = [
  {
    code: 'contested-shape',
    title: 'A contest is malformed',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `\`contested\` has \`resolution\` 0 (masternodes vote), and may have \`fieldMatches\` (at least one {field, regexPattern}, each 1 to ${LIMITS.contestedTextLength} characters) and \`description\`.`,
    mend: 'Correct the contest.',
    wrong: contest({ contested: { fieldMatches: [MATCH] } }),
    right: contest({}),
    check({ node }, report) {
      const contested = member(node, 'contested');
      if (contested === undefined) return;
      if (contested.kind !== 'object') {
        report(contested, { message: `expected contested as an object, found ${excerpt(contested)}` });
        return;
      }
      const resolution = member(contested, 'resolution');
      if (integerOf(resolution) !== 0n)
        report(resolution ?? contested, {
          message: `expected resolution 0, found ${excerpt(resolution)}`,
          mend: resolution === undefined ? 'Add "resolution": 0.' : 'Write 0: masternodes vote.',
          patch: [
            {
              op: resolution === undefined ? 'add' : 'replace',
              path: `${pointerTo(contested)}/resolution`,
              value: 0,
            },
          ],
        });
      for (const [name, value] of contested.members) {
        if (!['resolution', 'fieldMatches', 'description'].includes(name))
          report(value, {
            message: `expected resolution, fieldMatches or description, found "${cut(name)}"`,
            atName: true,
          });
        if (name === 'description' && !isShortText(value))
          report(value, {
            message: `expected text of 1 to ${LIMITS.contestedTextLength} characters, found ${excerpt(value)}`,
          });
        if (name === 'fieldMatches' && itemsOf(value).length === 0)
          report(value, { message: `expected an array of at least one match, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'contested-match-shape',
    title: 'A match of a contest is malformed',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `A match has \`field\` and \`regexPattern\`, each text of 1 to ${LIMITS.contestedTextLength} characters, and nothing else.`,
    mend: 'Correct the match.',
    wrong: contest({ contested: { resolution: 0, fieldMatches: [{ field: 'text' }] } }),
    right: contest({}),
    check({ contested }, report) {
      for (const match of itemsOf(member(contested, 'fieldMatches'))) {
        const members = objectOf(match)?.members;
        const isWhole =
          members !== undefined &&
          [...members].every(
            ([name, value]) => ['field', 'regexPattern'].includes(name) && isShortText(value),
          );
        if (!isWhole || members.size !== 2)
          report(match, {
            message: `expected field and regexPattern as text of 1 to ${LIMITS.contestedTextLength} characters, found ${excerpt(match)} that is something else`,
          });
      }
    },
  },
  {
    code: 'contested-pattern-invalid',
    title: 'The platform does not take the pattern of a contest',
    about: 'index',
    verdict: 'network',
    official: { name: 'DataContractError', code: 10247 },
    why: 'A `regexPattern` is compiled by the `regex` crate as it is, without the conversions that `pattern` enjoys: \\cA is unknown. (`RegexError`.)',
    mend: 'Correct the pattern.',
    wrong: contest({ contested: { resolution: 0, fieldMatches: [{ ...MATCH, regexPattern: '(' }] } }),
    right: contest({}),
    check(index, report) {
      for (const node of patternsOf(index)) {
        const pattern = textOf(node);
        if (pattern === undefined || !isShortText(node)) continue;
        const { platform } = judgeContestedPattern(pattern);
        const mend = patternMend(platform ?? '');
        if (platform !== undefined)
          report(node, {
            message: `expected a pattern that the platform takes, found ${excerpt(node)}: ${platform}`,
            ...(mend === undefined ? {} : { mend }),
          });
      }
    },
  },
  {
    code: 'contested-pattern-not-re2',
    title: 'RE2 does not take the pattern of a contest',
    about: 'index',
    verdict: 'specification',
    why: 'The specification asks for RE2-compatible patterns. The platform runs another engine and takes a few more.',
    mend: 'Write the pattern in the syntax of RE2.',
    wrong: contest({
      contested: { resolution: 0, fieldMatches: [{ ...MATCH, regexPattern: '^[a-z--[b]]{1,1001}$' }] },
    }),
    right: contest({}),
    check(index, report) {
      if (index.documentType.contract.isOversized) return;
      for (const node of patternsOf(index)) {
        const pattern = textOf(node);
        if (pattern === undefined || !isShortText(node)) continue;
        const verdict = judgeContestedPattern(pattern);
        if (verdict.platform === undefined && verdict.re2 !== undefined)
          report(node, {
            message: `expected a pattern that RE2 takes, found ${excerpt(node)}: ${verdict.re2}; the network would let it pass`,
          });
      }
    },
  },
  {
    code: 'contested-field-unknown',
    title: 'A contest matches a property that the index is not over',
    about: 'index',
    verdict: 'warning',
    why: 'A match is looked up among the properties of the index; the network takes any name, and such a contest never begins.',
    mend: 'Name a property of the index.',
    wrong: contest({ contested: { resolution: 0, fieldMatches: [{ ...MATCH, field: 'txt' }] } }),
    right: contest({}),
    check({ contested, entries, complete }, report) {
      const names = entries.map(({ key }) => key);
      if (!complete) return;
      for (const match of itemsOf(member(contested, 'fieldMatches'))) {
        const field = member(match, 'field');
        if (field?.kind === 'string' && isShortText(field) && !names.includes(field.value))
          report(field, { message: `expected one of ${names.join(', ')}, found ${excerpt(field)}` });
      }
    },
  },
  {
    code: 'contested-not-unique',
    title: 'A contested index is not unique',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.structure,
    why: 'Identities compete for a value that only one document can have: a contested index is unique.',
    mend: 'Add "unique": true.',
    wrong: contest({ unique: undefined }),
    right: contest({}),
    check({ node, contested, unique }, report) {
      const flag = member(node, 'unique');
      if (contested === undefined || unique || (flag !== undefined && flag.kind !== 'boolean')) return;
      report(contested, {
        message: `expected "unique": true in a contested index, found ${excerpt(flag)}`,
        atName: true,
        patch: [
          { op: flag === undefined ? 'add' : 'replace', path: `${pointerTo(node)}/unique`, value: true },
        ],
      });
    },
  },
  {
    code: 'contested-with-unique',
    title: 'A contested index stands beside another unique index',
    about: 'index',
    verdict: 'network',
    official: { name: 'ContestedUniqueIndexWithUniqueIndexError', code: 10249 },
    why: 'A document type with a contested index has no other unique and no other contested index.',
    mend: 'Make the other index plain, or move it to another document type.',
    wrong: contest(
      {},
      { indices: [BY_TEXT, { name: 'byOwner', properties: [{ $ownerId: 'asc' }], unique: true }] },
    ),
    right: contest({}),
    check({ node, documentType }, report) {
      if (documentType.indices.length > LIMITS.indices) return;
      // One that is contested and not unique has a rule of its own, and is to become unique.
      const unique = documentType.indices.filter((index) => index.unique || index.contested !== undefined);
      if (unique[1]?.node !== node || !unique.some((index) => index.contested !== undefined)) return;
      const others = unique.filter((index) => index.node !== node).map(({ label }) => cut(label));
      report(node, {
        message: `expected no other unique index beside a contested one, found this and ${others.join(' and ')}`,
      });
    },
  },
  {
    code: 'contested-mutable',
    title: 'A contested index stands in a mutable document type',
    about: 'index',
    verdict: 'network',
    official: { name: 'ContestedUniqueIndexOnMutableDocumentTypeError', code: 10248 },
    why: 'What was won in a contest may not be changed afterwards: the type has `documentsMutable` false, by itself or by the default of the contract.',
    mend: 'Add "documentsMutable": false to the document type.',
    wrong: contest({}, { documentsMutable: true }),
    right: contest({}),
    check({ contested, documentType }, report) {
      const flag = member(documentType.node, 'documentsMutable');
      if (contested === undefined || !documentType.mutable) return;
      if (flag !== undefined && flag.kind !== 'boolean') return;
      report(contested, {
        message: `expected documents that cannot be changed beside a contested index, found mutable ones`,
        atName: true,
        patch: [
          {
            op: flag === undefined ? 'add' : 'replace',
            path: `${pointerTo(documentType.node)}/documentsMutable`,
            value: false,
          },
        ],
      });
    },
  },
];

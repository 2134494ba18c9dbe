import { findPatternFix } from '../pattern/pattern-fix.js';
import { checkContestedPatternNode } from '../pattern/pattern-verdict.js';
import { explainNodeVerdict } from './pattern-rules.js';
import { describeLater, firstProtocolWith } from '../protocol/protocol-versions.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getItems, getMember, asObject, getPointer } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { note } from './example.js';
import { needMembers, OFFICIAL_ERRORS, type Rule } from './rule.js';
import { removeMember } from './single-reading.js';
import { toContest, isShortText, listPatterns } from './contest-fixes.js';

/** Protocol version of contests without lock votes. */
const WITHOUT_LOCK = firstProtocolWith('contestsWithoutLock');

const MATCH = { field: 'text', regexPattern: '^[a-z]{3,19}$' };

const CONTESTED = { resolution: 0, fieldMatches: [MATCH] };

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }], unique: true, contested: CONTESTED };

const contest = (index: object, members: object = {}) =>
  note({ documentsMutable: false, canBeDeleted: false, indices: [{ ...BY_TEXT, ...index }], ...members });

/** Lists the rules about what a contest contains and requires. */
const CONTEST_RULES: readonly Rule<'index'>[] = needMembers(
  ['contested'],
  [
    {
      code: 'contested-shape',
      title: 'A contest is malformed',
      about: 'index',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: `\`contested\` has \`resolution\` 0 (masternodes vote) and may have \`fieldMatches\` (at least one {field, regexPattern}, each of 1 to ${LIMITS.contestedTextLength} characters) and \`description\`.`,
      fix: 'Write an object with "resolution": 0, and optionally fieldMatches and description.',
      wrong: contest({ contested: { fieldMatches: [MATCH] } }),
      right: contest({}),
      check(index, report, { contestsWithoutLock }) {
        const contested = getMember(index.node, 'contested');
        if (contested === undefined) return;
        if (contested.kind !== 'object') {
          report(contested, {
            message: `expected an object for contested, found ${excerpt(contested)}`,
            ...(contested.kind === 'boolean' && !contested.value ? removeMember(contested) : {}),
            ...(contested.kind === 'boolean' && contested.value ? toContest(contested, index) : {}),
          });
          return;
        }
        const resolution = getMember(contested, 'resolution');
        const isWithoutLock = getInteger(resolution) === 1n;
        if (resolution !== undefined && isWithoutLock && !contestsWithoutLock)
          report(resolution, {
            message: 'resolution is 1',
            note: describeLater(WITHOUT_LOCK),
            fix: `Write 0 until the network runs protocol ${WITHOUT_LOCK}: masternodes vote, and can lock the value.`,
          });
        else if (getInteger(resolution) !== 0n && !isWithoutLock)
          report(resolution ?? contested, {
            message: `resolution is ${excerpt(resolution)}: it must be 0${contestsWithoutLock ? ' or 1' : ''}`,
            fix: resolution === undefined ? 'Add "resolution": 0.' : 'Write 0: masternodes vote.',
            patch: [
              {
                op: resolution === undefined ? 'add' : 'replace',
                path: `${getPointer(contested)}/resolution`,
                value: 0,
              },
            ],
          });
        for (const [name, value] of contested.members) {
          if (!['resolution', 'fieldMatches', 'description'].includes(name))
            report(value, {
              message: `unknown member "${truncate(name)}": a contest has resolution, fieldMatches and description`,
              isAtName: true,
            });
          if (name === 'description' && !isShortText(value))
            report(value, {
              message: `expected text of 1 to ${LIMITS.contestedTextLength} characters for description, found ${excerpt(value)}`,
            });
          if (name === 'fieldMatches' && getItems(value).length === 0)
            report(value, {
              message: `expected an array of at least one match for fieldMatches, found ${excerpt(value)}`,
            });
        }
      },
    },
    {
      code: 'contested-match-shape',
      title: 'A match of a contest is malformed',
      about: 'index',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: `A match has \`field\` and \`regexPattern\`, each text of 1 to ${LIMITS.contestedTextLength} characters, and no other member.`,
      fix: 'Write {"field": "name of a property", "regexPattern": "^…$"}.',
      wrong: contest({ contested: { resolution: 0, fieldMatches: [{ field: 'text' }] } }),
      right: contest({}),
      check({ contested }, report) {
        for (const match of getItems(getMember(contested, 'fieldMatches'))) {
          const members = asObject(match)?.members;
          const isWhole =
            members !== undefined &&
            [...members].every(
              ([name, value]) => ['field', 'regexPattern'].includes(name) && isShortText(value),
            );
          if (!isWhole || members.size !== 2)
            report(match, {
              message: `malformed match: it must be an object with field and regexPattern, each text of 1 to ${LIMITS.contestedTextLength} characters`,
            });
        }
      },
    },
    {
      code: 'contested-pattern-invalid',
      title: 'The platform rejects the pattern of a contest',
      about: 'index',
      severity: 'network',
      official: { name: 'DataContractError', code: 10247 },
      why: 'The `regex` crate compiles `regexPattern` as it is, without the conversions that `pattern` gets: \\cA is unknown. (`RegexError`.)',
      fix: 'Correct the pattern.',
      wrong: contest({ contested: { resolution: 0, fieldMatches: [{ ...MATCH, regexPattern: '(' }] } }),
      right: contest({}),
      check(index, report) {
        if (index.documentType.contract.isOversized) return;
        for (const node of listPatterns(index)) {
          const { platform } = checkContestedPatternNode(node);
          const fix = findPatternFix(platform ?? '');
          if (platform !== undefined)
            report(node, {
              message: `invalid pattern ${excerpt(node)}: ${platform}`,
              ...(fix === undefined ? {} : { fix }),
            });
        }
      },
    },
    {
      code: 'contested-pattern-node-size',
      title: 'The pattern of a contest is too large for nodes with 64 bits',
      about: 'index',
      severity: 'warning',
      why: 'A state of the engine has 16 bytes in the official SDK, which runs in WebAssembly, and 32 on a node; the limit is 10 MiB on both.',
      fix: 'Lower the counts of the repetitions.',
      wrong: contest({
        contested: { resolution: 0, fieldMatches: [{ ...MATCH, regexPattern: '^\\p{L}{300}$' }] },
      }),
      right: contest({}),
      check(index, report) {
        if (index.documentType.contract.isOversized) return;
        for (const node of listPatterns(index)) {
          const problem = checkContestedPatternNode(node).node;
          if (problem !== undefined) report(node, { message: explainNodeVerdict(node, problem) });
        }
      },
    },
    {
      code: 'contested-pattern-not-re2',
      title: 'RE2 rejects the pattern of a contest',
      about: 'index',
      severity: 'specification',
      why: 'The specification requires RE2-compatible patterns. The platform runs another engine, which accepts a few more.',
      fix: 'Write the pattern in the syntax of RE2.',
      wrong: contest({
        contested: { resolution: 0, fieldMatches: [{ ...MATCH, regexPattern: '^[a-z--[b]]{1,1001}$' }] },
      }),
      right: contest({}),
      check(index, report) {
        if (index.documentType.contract.isOversized) return;
        for (const node of listPatterns(index)) {
          const verdict = checkContestedPatternNode(node);
          if (verdict.platform === undefined && verdict.re2 !== undefined)
            report(node, {
              message: `RE2 rejects ${excerpt(node)}: ${verdict.re2}; the network accepts it`,
            });
        }
      },
    },
    {
      code: 'contested-field-unknown',
      title: 'A contest matches a property that is not in the index',
      about: 'index',
      severity: 'warning',
      why: 'A match applies to a property of the index. The network accepts any name, and such a contest never starts.',
      fix: 'Name a property of the index.',
      wrong: contest({ contested: { resolution: 0, fieldMatches: [{ ...MATCH, field: 'txt' }] } }),
      right: contest({}),
      check({ contested, entries, isComplete }, report) {
        const names = entries.map(({ key }) => key);
        if (!isComplete) return;
        for (const match of getItems(getMember(contested, 'fieldMatches'))) {
          const field = getMember(match, 'field');
          if (field?.kind === 'string' && isShortText(field) && !names.includes(field.value))
            report(field, {
              message: `${excerpt(field)} is not a property of the index (${names.join(', ')})`,
            });
        }
      },
    },
    {
      code: 'contested-not-unique',
      title: 'A contested index is not unique',
      about: 'index',
      severity: 'network',
      official: OFFICIAL_ERRORS.structure,
      why: 'Identities compete for a value that only one document can have: a contested index is unique.',
      fix: 'Add "unique": true.',
      wrong: contest({ unique: undefined }),
      right: contest({}),
      check({ node, contested, unique }, report) {
        const flag = getMember(node, 'unique');
        if (contested === undefined || unique || (flag !== undefined && flag.kind !== 'boolean')) return;
        report(contested, {
          message: `unique is ${excerpt(flag)}: a contested index must be unique`,
          isAtName: true,
          patch: [
            { op: flag === undefined ? 'add' : 'replace', path: `${getPointer(node)}/unique`, value: true },
          ],
        });
      },
    },
    {
      code: 'contested-mutable',
      title: 'A mutable document type has a contested index',
      about: 'index',
      severity: 'network',
      official: { name: 'ContestedUniqueIndexOnMutableDocumentTypeError', code: 10248 },
      why: 'The winner of a contest cannot change its document: `documentsMutable` is false, in the type or as the default of the contract.',
      fix: 'Add "documentsMutable": false to the document type.',
      wrong: contest({}, { documentsMutable: true }),
      right: contest({}),
      check({ contested, documentType }, report) {
        const flag = getMember(documentType.node, 'documentsMutable');
        if (contested === undefined || !documentType.isMutable) return;
        if (flag !== undefined && flag.kind !== 'boolean') return;
        report(contested, {
          message: `documents are mutable: a contested index requires "documentsMutable": false`,
          isAtName: true,
          patch: [
            {
              op: flag === undefined ? 'add' : 'replace',
              path: `${getPointer(documentType.node)}/documentsMutable`,
              value: false,
            },
          ],
        });
      },
    },
  ],
);

/** Lists the rules about contested indices. */
export const CONTESTED_RULES: readonly Rule<'index'>[] = [
  ...CONTEST_RULES,
  {
    code: 'contested-with-unique',
    title: 'A document type has a contested index and another unique index',
    about: 'index',
    severity: 'network',
    official: { name: 'ContestedUniqueIndexWithUniqueIndexError', code: 10249 },
    why: 'A document type with a contested index has no other unique and no other contested index.',
    fix: 'Make the other index non-unique, or move it to another document type.',
    wrong: contest(
      {},
      { indices: [BY_TEXT, { name: 'byOwner', properties: [{ $ownerId: 'asc' }], unique: true }] },
    ),
    right: contest({}),
    check({ node, documentType }, report) {
      if (documentType.indices.length > LIMITS.indices) return;
      // Another rule requires a contested index to be unique.
      const unique = documentType.indices.filter((index) => index.unique || index.contested !== undefined);
      if (unique[1]?.node !== node || !unique.some((index) => index.contested !== undefined)) return;
      const others = unique.filter((index) => index.node !== node).map(({ label }) => truncate(label));
      report(node, {
        message: `a contested index excludes other unique indices: this one and ${others.join(' and ')} are unique`,
      });
    },
  },
];

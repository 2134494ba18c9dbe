import { CONFIG_MEMBERS } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import { formatTag } from '../model/format-tag.js';
import { identifierOf } from '../model/identifier.js';
import { LIMITS } from '../protocol/limits.js';
import { cut, excerpt, integerOf, member, objectOf, pointerTo, type JsonNode } from '../source/json-node.js';
import { contract } from './example.js';
import { nearestNames } from './nearest-names.js';
import { OFFICIAL, type Finding, type RuleAbout } from './rule.js';
import { misspelling } from './unknown-name.js';

const CONTRACT_MEMBERS: ReadonlySet<string> = new Set(
  (
    '$formatVersion $format_version $schema id $id ownerId version config schemaDefs $defs documentSchemas documents createdAt updatedAt ' +
    'createdAtBlockHeight updatedAtBlockHeight createdAtEpoch updatedAtEpoch groups tokens keywords description'
  ).split(' '),
);

/** The members without which the official JSON is refused. */
const NEEDED = ['id', 'ownerId', 'version', 'documentSchemas'];

/** A member that is not read, where it is a misspelling of one that is needed and missing. */
function misspeltNeed(name: string, { root, shape }: Contract): JsonNode | undefined {
  if (shape !== 'official' || root.members.has(name)) return undefined;
  const found = [...root.members].find(
    ([known]) => !CONTRACT_MEMBERS.has(known) && nearestNames(known, NEEDED)[0] === name,
  );
  return found?.[1];
}

/** Where a needed member is missing, and what to do about it: to correct the name of the one that is meant. */
function need(name: string, subject: Contract): readonly [JsonNode | undefined, Partial<Finding>] {
  const meant = misspeltNeed(name, subject);
  return meant === undefined
    ? [member(subject.root, name), {}]
    : [meant, { atName: true, mend: `Write "${name}" instead of "${cut(String(meant.key))}".` }];
}

const isOfficial = (subject: Contract): boolean => subject.shape === 'official';
const isWhole = (subject: Contract): boolean => subject.shape !== 'documents';

/** What holds for a contract as a whole. */
export const CONTRACT_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'contract-format',
    title: 'The format tag is missing or unknown',
    about: 'contract',
    verdict: 'network',
    official: { name: 'UnknownVersionMismatch' },
    why: 'The official JSON says by `$formatVersion` (in libraries up to 3.x: `$format_version`) how it is to be read: "0", or from protocol 9 "1".',
    mend: 'Add `"$formatVersion": "1"`, or "0" before protocol 9.',
    wrong: contract({ $formatVersion: '2' }),
    right: contract(),
    check(subject, report, { contractFormats }) {
      const tag = formatTag(subject.root);
      if (!isOfficial(subject) || (tag?.kind === 'string' && contractFormats.includes(tag.value))) return;
      const value = contractFormats.at(-1) ?? '0';
      const path = tag === undefined ? '/$formatVersion' : pointerTo(tag);
      report(tag, {
        message: `expected ${contractFormats.map((format) => `"${format}"`).join(' or ')} as $formatVersion, found ${excerpt(tag)}`,
        mend: tag === undefined ? `Add "$formatVersion": "${value}".` : `Write "${value}".`,
        patch: [{ op: tag === undefined ? 'add' : 'replace', path, value }],
      });
    },
  },
  {
    code: 'contract-identifier',
    title: 'An identifier is missing or malformed',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'The official JSON has `id` and `ownerId`: 32 bytes each, as base58 text.',
    mend: 'Write the identifier as base58 text of 32 bytes.',
    wrong: contract({ ownerId: '4EfA9Jrvv3' }),
    right: contract(),
    check(subject, report) {
      const isNeeded = isOfficial(subject);
      for (const name of ['id', 'ownerId']) {
        const node = member(subject.root, name);
        if (!isWhole(subject) || identifierOf(node) !== undefined || (node === undefined && !isNeeded))
          continue;
        const [at, mend] = need(name, subject);
        report(at, {
          message: `expected ${name} as base58 text of 32 bytes, found ${excerpt(node)}`,
          ...mend,
        });
      }
    },
  },
  {
    code: 'contract-version-number',
    title: 'The version is no 32-bit integer',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'The official JSON has `version`: an integer from 0 to 4294967295.',
    mend: 'Write the version as an integer: 1 for a new contract.',
    wrong: contract({ version: '1' }),
    right: contract(),
    check(subject, report) {
      const node = member(subject.root, 'version');
      const version = integerOf(node);
      if (!isWhole(subject) || (node === undefined && !isOfficial(subject))) return;
      if (version === undefined || version < 0n || version > LIMITS.u32)
        report(need('version', subject)[0], {
          message: `expected version as an integer from 0 to 4294967295, found ${excerpt(node)}`,
          ...need('version', subject)[1],
        });
    },
  },
  {
    code: 'contract-first-version',
    title: 'A new contract has version 1',
    about: 'contract',
    verdict: 'network',
    official: { name: 'InvalidDataContractVersionError', code: 10212 },
    why: 'A registration must have version 1; each update adds 1.',
    mend: 'Set the version to 1. An update is compared with what is registered: by `dapikit diff <registered> <update>`, or `compareContracts`.',
    wrong: contract({ version: 2 }),
    right: contract(),
    check(subject, report) {
      const node = member(subject.root, 'version');
      const version = integerOf(node);
      if (
        !isWhole(subject) ||
        node === undefined ||
        version === undefined ||
        version < 0n ||
        version > LIMITS.u32
      )
        return;
      if (subject.transition === 'create' && version !== 1n)
        report(node, {
          message: `expected version 1 for a new contract, found ${version}`,
        });
    },
  },
  {
    code: 'contract-member-unknown',
    title: 'A member of the contract is not read',
    about: 'contract',
    verdict: 'warning',
    why: 'Unknown members of a contract and of its config are dropped without a word: a slip of the pen has no effect.',
    mend: 'Correct the name, or remove the member.',
    wrong: contract({ keyword: ['note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      if (!isWhole(subject)) return;
      const known = (name: string) =>
        CONTRACT_MEMBERS.has(name) || (subject.shape === 'specification' && CONFIG_MEMBERS.has(name));
      const members = [...subject.root.members].filter(([name]) => !known(name));
      const inConfig = [...(objectOf(subject.configNode)?.members ?? [])].filter(
        ([name]) => !CONFIG_MEMBERS.has(name),
      );
      const meant = new Set(NEEDED.map((name) => misspeltNeed(name, subject)));
      for (const [name, node] of [...members, ...inConfig])
        if (!meant.has(node))
          report(node, {
            message: `expected a member that is read, found "${cut(name)}"`,
            atName: true,
            ...misspelling(name, [...(node.parent === subject.root ? CONTRACT_MEMBERS : CONFIG_MEMBERS)]),
          });
    },
  },
  {
    code: 'contract-format-drops',
    title: 'Format "0" drops tokens, groups, keywords and description',
    about: 'contract',
    verdict: 'warning',
    holds: ({ tokens }) => tokens,
    why: 'In a contract of format "0" these members are not read, and are not registered.',
    mend: 'Set $formatVersion to "1", or remove the member.',
    wrong: contract({ $formatVersion: '0', keywords: ['note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      if (subject.format !== '0') return;
      for (const name of ['tokens', 'groups', 'keywords', 'description']) {
        const node = member(subject.root, name);
        if (node !== undefined)
          report(node, {
            message: `expected format "1" for ${name}, found "0": it is dropped`,
            atName: true,
          });
      }
    },
  },
  {
    code: 'contract-documents-missing',
    title: 'The map of document types is missing',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'The official JSON has `documentSchemas`, the specification `documents`: an object, empty when the contract only has tokens.',
    mend: 'Add an object that holds the document types by name.',
    wrong: contract({ documentSchemas: null }),
    right: contract(),
    check(subject, report) {
      const node = subject.documentsNode;
      const name = isOfficial(subject) ? 'documentSchemas' : 'documents';
      const isSparable = subject.shape === 'specification' && subject.tokenPositions.size > 0;
      if (node?.kind === 'object' || (node === undefined && isSparable)) return;
      const [at, mend] = need(name, subject);
      report(at, { message: `expected ${name} as an object, found ${excerpt(node)}`, ...mend });
    },
  },
  {
    code: 'contract-empty',
    title: 'A contract defines nothing',
    about: 'contract',
    verdict: 'network',
    official: { name: 'DataContractError', code: 10214 },
    why: 'A contract needs at least one document type; from protocol 9 a token will do. (`DocumentTypesAreMissingError`.)',
    mend: 'Add a document type, or a token.',
    wrong: contract({ documentSchemas: {} }),
    right: contract(),
    check(subject, report) {
      const documents = objectOf(subject.documentsNode);
      const tokens = subject.tokensRead ? member(subject.root, 'tokens') : undefined;
      // Tokens that are no object have a rule of their own.
      const isEmptyMap = tokens === undefined || (tokens.kind === 'object' && tokens.members.size === 0);
      if (documents?.members.size !== 0 || !isEmptyMap) return;
      report(documents, { message: 'expected at least one document type or token, found none' });
    },
  },
  {
    code: 'definitions-not-object',
    title: 'The definitions are no object',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'Shared definitions (`schemaDefs`, or `$defs` in the specification) are an object: schemas by name.',
    mend: 'Put the definitions into an object, or leave it out.',
    wrong: contract({ schemaDefs: [] }),
    right: contract(),
    check({ defsNode }, report) {
      if (defsNode !== undefined && defsNode.kind !== 'object' && defsNode.kind !== 'null')
        report(defsNode, { message: `expected the definitions as an object, found ${excerpt(defsNode)}` });
    },
  },
  {
    code: 'definitions-count',
    title: 'There are no definitions, or too many',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: `The definitions, when given, are 1 to ${LIMITS.definitions}: the document meta-schema refuses an empty object.`,
    mend: 'Remove the empty object, or merge definitions.',
    wrong: contract({ schemaDefs: {} }),
    right: contract(),
    check({ defsNode, documentTypes }, report) {
      const count = objectOf(defsNode)?.members.size;
      if (count === undefined || documentTypes.length === 0 || (count > 0 && count <= LIMITS.definitions))
        return;
      report(defsNode, {
        message: `expected 1 to ${LIMITS.definitions} definitions, found ${count}`,
        ...(count === 0 && defsNode !== undefined
          ? { patch: [{ op: 'remove', path: pointerTo(defsNode) }] }
          : {}),
      });
    },
  },
];

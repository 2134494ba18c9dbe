import { describeLater, describeSince, firstProtocolWith } from '../protocol/protocol-versions.js';
import { CONFIG_MEMBERS } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import { getFormatTag } from '../model/format-tag.js';
import { decodeIdentifier, encodeIdentifier, readIdentifier } from '../model/identifier.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getMember, asObject, getPointer, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { contract } from './example.js';
import { OFFICIAL_ERRORS, type Finding, type Rule } from './rule.js';
import { addMember, readTrimmed, removeMember, replaceBy, type SingleReading } from './single-reading.js';
import { suggestName } from './suggest-name.js';
import { MEMBER_COMPUTED } from './computed-members.js';
import {
  CONTRACT_MEMBERS,
  findMisspelledMember,
  isFilledIn,
  isOfficial,
  locateMissingMember,
  missing,
  REQUIRED_MEMBERS,
  SPECIFIED_NAMES,
} from './missing-member.js';

/** Lists the members that the platform sets. */
const TIME_MEMBERS = [
  'createdAt',
  'updatedAt',
  'createdAtBlockHeight',
  'updatedAtBlockHeight',
  'createdAtEpoch',
  'updatedAtEpoch',
];
/** Member of a config of format "2". */
const MODERATION = 'moderation';
const MAX_EPOCH = 65_535n;
/** Limits JSON numbers: the official libraries read larger ones as fractions. */
const MAX_TIME = BigInt(Number.MAX_SAFE_INTEGER);

const isWhole = (subject: Contract): boolean => subject.shape !== 'documents';

/** Suggests the version that a text gives, also one with zeros behind it: "1.0.0". */
function readAsVersion(node: JsonNode): SingleReading {
  const major = node.kind === 'string' ? /^v?(\d{1,9})(?:\.0)*$/.exec(node.value.trim())?.[1] : undefined;
  return major === undefined ? {} : replaceBy(node, Number(major));
}

/** Suggests base58 text for the bytes of an identifier. */
function toBase58(node: JsonNode): Partial<Finding> {
  const bytes = readIdentifier(node);
  return bytes === undefined
    ? readTrimmed(node, (text) => decodeIdentifier(text) !== undefined)
    : replaceBy(node, encodeIdentifier(bytes));
}

/** Lists the rules about a contract as a whole. */
export const CONTRACT_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'contract-format',
    title: 'The format tag is missing or unknown',
    about: 'contract',
    severity: 'network',
    official: { name: 'UnknownVersionMismatch' },
    why: `\`$formatVersion\` (in libraries up to 3.x: \`$format_version\`) selects the format of the official JSON: "0", or ${describeSince('tokens')} "1".`,
    fix: `Add \`"$formatVersion": "1"\`, or "0" before protocol ${firstProtocolWith('tokens')}.`,
    wrong: contract({ $formatVersion: '2' }),
    right: contract(),
    check(subject, report, { contractFormats }) {
      const tag = getFormatTag(subject.root);
      if (!isOfficial(subject) || (tag?.kind === 'string' && contractFormats.includes(tag.value))) return;
      const value = contractFormats.at(-1) ?? '0';
      report(tag, {
        message: `$formatVersion is ${tag === undefined ? 'missing' : excerpt(tag)}: it must be ${contractFormats.map((format) => `"${format}"`).join(' or ')}`,
        ...(tag === undefined ? addMember(subject.root, '$formatVersion', value) : replaceBy(tag, value)),
      });
    },
  },
  {
    code: 'contract-identifier',
    title: 'An identifier is missing or malformed',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'The official JSON has `id` and `ownerId`: 32 bytes each, as base58 text. A registration computes them where they are missing (`contract-member-computed`).',
    fix: 'Write the identifier as base58 text of 32 bytes.',
    wrong: contract({ ownerId: '4EfA9Jrvv3' }),
    right: contract(),
    check(subject, report) {
      const isNeeded = isOfficial(subject);
      for (const name of ['id', 'ownerId']) {
        const node = getMember(subject.root, name);
        // The official JSON has text; the specification also has bytes.
        const isRead = isNeeded
          ? node?.kind === 'string' && readIdentifier(node) !== undefined
          : readIdentifier(node) !== undefined;
        if (!isWhole(subject) || isRead || (node === undefined && !isNeeded)) continue;
        if (isFilledIn(name, subject)) continue;
        const [at, fix] = locateMissingMember(name, subject);
        report(at, {
          ...(node === undefined
            ? { message: missing(name) }
            : {
                message: `expected base58 text of 32 bytes for ${name}, found ${excerpt(node)}`,
                ...toBase58(node),
              }),
          ...fix,
        });
      }
    },
  },
  MEMBER_COMPUTED,
  {
    code: 'contract-time',
    title: 'A time or height of the contract is not an integer',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.value,
    isActive: ({ tokens }) => tokens,
    why: 'In format "1" of the official JSON, `createdAt` and `updatedAt` (milliseconds), their block heights and their epochs are integers from 0, or null; epochs have 16 bits. The platform sets them.',
    fix: 'Remove the member: the platform sets it.',
    wrong: contract({ createdAt: 'yesterday' }),
    right: contract({ createdAt: 1_700_000_000_000 }),
    check(subject, report) {
      if (!isOfficial(subject) || subject.format !== '1') return;
      for (const name of TIME_MEMBERS) {
        const node = getMember(subject.root, name);
        const max = name.endsWith('Epoch') ? MAX_EPOCH : MAX_TIME;
        if (node === undefined || node.kind === 'null') continue;
        const value = getInteger(node);
        if (value === undefined || value < 0n || value > max)
          report(node, {
            message: `expected an integer from 0 to ${max} for ${name}, found ${excerpt(node)}`,
            ...removeMember(node),
          });
      }
    },
  },
  {
    code: 'contract-version-number',
    title: 'The version is not a 32-bit integer',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'The official JSON has `version`: an integer from 0 to 4294967295.',
    fix: 'Write the version as an integer: 1 for a new contract.',
    wrong: contract({ version: '1' }),
    right: contract(),
    check(subject, report) {
      const node = getMember(subject.root, 'version');
      const version = getInteger(node);
      if (!isWhole(subject) || (node === undefined && !isOfficial(subject))) return;
      if (isFilledIn('version', subject)) return;
      if (version === undefined || version < 0n || version > LIMITS.u32)
        report(locateMissingMember('version', subject)[0], {
          ...(node === undefined
            ? { message: missing('version') }
            : {
                message: `expected an integer from 0 to 4294967295 for version, found ${excerpt(node)}`,
                ...readAsVersion(node),
              }),
          ...locateMissingMember('version', subject)[1],
        });
    },
  },
  {
    code: 'contract-first-version',
    title: 'The version of a new contract is not 1',
    about: 'contract',
    severity: 'network',
    official: { name: 'InvalidDataContractVersionError', code: 10212 },
    why: 'A new contract has version 1; each update adds 1.',
    fix: 'Set the version to 1. To check an update, compare it with its baseline: `dapikit diff <baseline> <update>`, or `compareContracts`.',
    wrong: contract({ version: 2 }),
    right: contract(),
    check(subject, report) {
      const node = getMember(subject.root, 'version');
      const version = getInteger(node);
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
          message: `version is ${version}: a new contract has version 1`,
        });
    },
  },
  {
    code: 'contract-member-unknown',
    title: 'A member of the contract is unknown',
    about: 'contract',
    severity: 'warning',
    why: 'The network silently drops unknown members of a contract and of its config.',
    fix: 'Correct the name, or remove the member.',
    wrong: contract({ keyword: ['note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report, { extendedLanguage }) {
      if (!isWhole(subject)) return;
      const isModerated = extendedLanguage && subject.config.format === '2';
      const known = (name: string) =>
        CONTRACT_MEMBERS.has(name) || (subject.shape === 'specification' && CONFIG_MEMBERS.has(name));
      const members = [...subject.root.members].filter(([name]) => !known(name));
      const inConfig = [...(asObject(subject.configNode)?.members ?? [])].filter(
        ([name]) => !CONFIG_MEMBERS.has(name) && !(isModerated && name === MODERATION),
      );
      const intended = new Set(REQUIRED_MEMBERS.map((name) => findMisspelledMember(name, subject)));
      for (const [name, node] of [...members, ...inConfig])
        if (!intended.has(node))
          report(node, {
            message: `unknown member "${truncate(name)}"`,
            note:
              node.parent === subject.configNode && name === MODERATION && !isModerated
                ? `it is dropped; in a config of format "2" it is ${describeLater(firstProtocolWith('extendedLanguage'))}`
                : 'it is dropped',
            isAtName: true,
            ...suggestName(name, [...(node.parent === subject.root ? CONTRACT_MEMBERS : CONFIG_MEMBERS)]),
          });
    },
  },
  {
    code: 'contract-format-drops',
    title: 'Format "0" drops tokens, groups, keywords and description',
    about: 'contract',
    severity: 'warning',
    isActive: ({ tokens }) => tokens,
    why: 'Format "0" does not have these members: they are dropped, and not registered.',
    fix: 'Set $formatVersion to "1", or remove the member.',
    wrong: contract({ $formatVersion: '0', config: { $formatVersion: '1' }, keywords: ['note'] }),
    right: contract({ keywords: ['note'] }),
    check(subject, report) {
      if (subject.format !== '0') return;
      for (const name of ['tokens', 'groups', 'keywords', 'description']) {
        const node = getMember(subject.root, name);
        if (node !== undefined)
          report(node, {
            message: `${name} is dropped: format "0" does not have it`,
            isAtName: true,
          });
      }
    },
  },
  {
    code: 'contract-documents-missing',
    title: 'The map of document types is missing',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'The official JSON has `documentSchemas`, the specification has `documents`: an object, empty when the contract has only tokens.',
    fix: 'Add an object with the document types by name.',
    wrong: contract({ documentSchemas: null }),
    right: contract(),
    check(subject, report) {
      const node = subject.documentsNode;
      const name = isOfficial(subject) ? 'documentSchemas' : 'documents';
      const isOptional = subject.shape === 'specification' && subject.tokenPositions.size > 0;
      if (node?.kind === 'object' || (node === undefined && isOptional)) return;
      const [at, fix] = locateMissingMember(name, subject);
      const written = at?.key === SPECIFIED_NAMES.get(name);
      report(at, {
        message:
          written && at !== undefined
            ? `"${at.key}" is called "${name}" in the official JSON, which $formatVersion selects`
            : `expected an object for ${name}, found ${excerpt(node)}`,
        ...fix,
      });
    },
  },
  {
    code: 'contract-empty',
    title: 'A contract defines neither a document type nor a token',
    about: 'contract',
    severity: 'network',
    official: { name: 'DataContractError', code: 10214 },
    why: `A contract has at least one document type; ${describeSince('tokens')} a token suffices. (\`DocumentTypesAreMissingError\`.)`,
    fix: 'Add a document type, or a token.',
    wrong: contract({ documentSchemas: {} }),
    right: contract(),
    check(subject, report) {
      const documents = asObject(subject.documentsNode);
      const tokens = subject.readsTokens ? getMember(subject.root, 'tokens') : undefined;
      // Another rule reports tokens that are no object.
      const isEmptyMap = tokens === undefined || (tokens.kind === 'object' && tokens.members.size === 0);
      if (documents?.members.size !== 0 || !isEmptyMap) return;
      report(documents, { message: 'the contract is empty: it needs a document type or a token' });
    },
  },
  {
    code: 'definitions-not-object',
    title: 'The definitions are not an object',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'Shared definitions (`schemaDefs`, or `$defs` in the specification) are an object: schemas by name.',
    fix: 'Write an object with the definitions by name, or omit it.',
    wrong: contract({ schemaDefs: [] }),
    right: contract(),
    check({ defsNode }, report) {
      if (defsNode !== undefined && defsNode.kind !== 'object' && defsNode.kind !== 'null')
        report(defsNode, { message: `expected an object for the definitions, found ${excerpt(defsNode)}` });
    },
  },
  {
    code: 'definitions-count',
    title: 'The definitions are empty or too many',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: `A contract has 1 to ${LIMITS.definitions} definitions, or no member for them: the document meta-schema rejects an empty object.`,
    fix: 'Remove the empty object, or merge definitions.',
    wrong: contract({ schemaDefs: {} }),
    right: contract(),
    check({ defsNode, documentTypes }, report) {
      const count = asObject(defsNode)?.members.size;
      if (count === undefined || documentTypes.length === 0 || (count > 0 && count <= LIMITS.definitions))
        return;
      report(defsNode, {
        message: `${count} definitions: 1 to ${LIMITS.definitions} are allowed`,
        ...(count === 0 && defsNode !== undefined
          ? { patch: [{ op: 'remove', path: getPointer(defsNode) }] }
          : {}),
      });
    },
  },
];

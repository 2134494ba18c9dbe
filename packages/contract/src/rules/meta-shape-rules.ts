import { isPropertyName } from '../model/aggregates.js';
import type { MetaError } from '../meta/meta-findings.js';
import { IDENTIFIER_PROPERTY, indexWith, note, noteOf, scored, TEXT_PROPERTY, textWith } from './example.js';
import { EXTENDED_ERRORS, isExtended, type Rule, type RuleInfo } from './rule.js';
import { AGGREGATES, findTypeErrors, keywordOf, reportError } from './type-meta-errors.js';

/** Describes the rule about the shape of some keywords. */
interface ShapeRule extends Pick<RuleInfo, 'code' | 'title' | 'why' | 'fix' | 'wrong' | 'right'> {
  readonly keywords: readonly string[];
  readonly isOwn?: (error: MetaError) => boolean;
}

const REFERRING = { ...IDENTIFIER_PROPERTY, position: 0, refersTo: { type: 'identity' } };

const LIST = { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 4, position: 0 };

const BY_TIME = { required: ['$createdAt'] };

const timed = (timeRange: object) =>
  note({
    ...BY_TIME,
    indices: [{ name: 'byTime', properties: [{ $createdAt: 'asc' }, { text: 'asc' }], timeRange }],
  });

const ranked = (members: object) =>
  noteOf(
    { text: { ...TEXT_PROPERTY, maxLength: 61 } },
    { indices: [{ name: 'byText', properties: [{ text: 'asc' }], rankedCountable: true, ...members }] },
  );

const banded = (integerRange: object) =>
  scored({ indices: [{ name: 'byScore', properties: [{ score: 'asc' }], integerRange }] });

/** Lists the rules about the shape of keywords, with the keywords that each explains. */
export const SHAPE_RULES: readonly ShapeRule[] = [
  {
    code: 'reference-malformed',
    title: 'A reference to another object is malformed',
    keywords: ['refersTo', 'ownerRefersTo', 'creatorRefersTo'],
    why: '`refersTo` is an object with a `type` (identity, contract, token, identityPublicKey, permanentDocument, moderatedDocument or deletableDocument) and the members of that type, or with `anyOf` or `allOf` alone. It stands at an identifier; at an integer from 0 to 4294967295 with `identityProperty`; with `findBy` also at text or bytes.',
    fix: 'Write the members that the type has, such as {"type": "permanentDocument", "documentType": "post"}.',
    wrong: noteOf({ author: { ...REFERRING, refersTo: { type: 'identity', documentType: 'note' } } }),
    right: noteOf({ author: REFERRING }),
  },
  {
    code: 'typed-array-malformed',
    title: 'A list of values is malformed',
    keywords: ['items'],
    why: 'An array has either `"byteArray": true` or `items`, and with `items` a `maxItems`. The elements are integers, numbers, texts, booleans, byte arrays or identifiers, without `position`, `const`, `$ref` and lists or objects inside.',
    fix: 'Write {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 10}.',
    wrong: noteOf({ tags: { ...LIST, maxItems: undefined } }),
    right: noteOf({ tags: LIST }),
  },
  {
    code: 'encrypted-for-malformed',
    title: 'encryptedFor is malformed',
    keywords: ['encryptedFor'],
    why: '`encryptedFor` names the `recipient`, `recipientKey`, `senderKey` and the `scheme` ("ecdh-secp256k1-aes256-cbc") of a byte array that is no identifier.',
    fix: 'Write all four members.',
    wrong: noteOf({
      message: {
        type: 'array',
        byteArray: true,
        maxItems: 64,
        position: 0,
        encryptedFor: { recipient: '$ownerId', recipientKey: 'key', senderKey: 'key' },
      },
    }),
    right: noteOf({ message: { type: 'array', byteArray: true, maxItems: 64, position: 0 } }),
  },
  {
    code: 'distinct-from-malformed',
    title: 'distinctFrom is malformed',
    keywords: ['distinctFrom'],
    why: '`distinctFrom` is text that names another identifier, or "$ownerId". It stands at an identifier only.',
    fix: 'Write "distinctFrom": "$ownerId", or the path of another identifier.',
    wrong: noteOf({ to: { ...IDENTIFIER_PROPERTY, position: 0, distinctFrom: '' } }),
    right: noteOf({ to: { ...IDENTIFIER_PROPERTY, position: 0, distinctFrom: '$ownerId' } }),
  },
  {
    code: 'generated-from-malformed',
    title: 'generatedFrom is malformed',
    keywords: ['generatedFrom'],
    why: '`generatedFrom` has a `function` of sys.stringTransformations and its `params`. It stands at text without `$ref`.',
    fix: 'Write {"function": "sys.stringTransformations.lowercase", "params": ["text"]}.',
    wrong: textWith({ generatedFrom: { function: 'lowercase', params: ['text'] } }),
    right: noteOf({
      text: TEXT_PROPERTY,
      small: {
        ...TEXT_PROPERTY,
        position: 1,
        generatedFrom: { function: 'sys.stringTransformations.lowercase', params: ['text'] },
      },
    }),
  },
  {
    code: 'max-bytes-malformed',
    title: 'maxBytes is malformed',
    keywords: ['maxBytes'],
    why: '`maxBytes` is an integer from 1 to 65535, at text only.',
    fix: 'Write a number of bytes, or remove it.',
    wrong: textWith({ maxBytes: 0 }),
    right: textWith({ maxBytes: 63 }),
  },
  {
    code: 'required-since-malformed',
    title: 'requiredSince is malformed',
    keywords: ['requiredSince'],
    why: '`requiredSince` is the version of the contract with which a property became required: an integer from 1 to 4294967295.',
    fix: 'Write the version of the contract, or remove it.',
    wrong: note({ properties: { text: { ...TEXT_PROPERTY, requiredSince: 0 } }, required: ['text'] }),
    right: note({ properties: { text: { ...TEXT_PROPERTY, requiredSince: 1 } }, required: ['text'] }),
  },
  {
    code: 'immutable-malformed',
    title: 'immutable is malformed',
    keywords: ['immutable'],
    why: '`immutable` is a list of names, and of objects {"property": name, "when": condition} with both members.',
    fix: 'Write a list of names.',
    wrong: note({ documentsMutable: true, immutable: 'text' }),
    right: note({ documentsMutable: true, immutable: ['text'] }),
  },
  {
    code: 'moderator-abilities-malformed',
    title: 'moderatorAbilities is malformed',
    keywords: ['moderatorAbilities'],
    why: '`moderatorAbilities` has at least one of delete, deleteWithin, deleteKeepsRecord, deleteRefundsOwner, deleteSettled, deleteKeepsFields and changeFields, and no other member.',
    fix: 'Write {"delete": true}, or remove it.',
    wrong: note({ moderatorAbilities: {} }),
    right: note(),
  },
  {
    code: 'ttl-malformed',
    title: 'ttl is malformed',
    keywords: ['ttl'],
    why: '`ttl` of a document type is a number of seconds: an integer from 1 to 4294967295, and by another rule from 3600 to 31536000.',
    fix: 'Write a number of seconds.',
    wrong: note({ ...BY_TIME, ttl: 0 }),
    right: note({ ...BY_TIME, ttl: 86_400 }),
  },
  {
    code: 'index-only-malformed',
    title: 'A keyword of entries without documents is malformed',
    keywords: ['indexOnly', 'entryPayload', 'terminal', 'preallocated', 'outlivesDelete'],
    why: '`indexOnly`, `preallocated` and `outlivesDelete` are true or false. `terminal` is a name or a list of 1 to 10 different names, `entryPayload` a list of 1 to 16 different names.',
    fix: 'Write a value of the type.',
    wrong: note({ indexOnly: 'no' }),
    right: note({ indexOnly: false }),
  },
  {
    code: 'skip-if-absent-malformed',
    title: 'skipIfAbsent is malformed',
    keywords: ['skipIfAbsent'],
    why: '`skipIfAbsent` is true, false, or a list of 1 to 10 different names.',
    fix: 'Write true, or the names of optional properties of the index.',
    wrong: indexWith({ skipIfAbsent: [] }),
    right: indexWith({ skipIfAbsent: ['text'] }),
  },
  {
    code: 'count-index-malformed',
    title: 'summableOffCountIndex is malformed',
    keywords: ['summableOffCountIndex'],
    why: '`summableOffCountIndex` is the name of another index. It requires `"rangeSummable": true`, and excludes `summable`, `averageable` and `terminal`.',
    fix: 'Add "rangeSummable": true, and remove the members that it excludes.',
    wrong: indexWith({ summableOffCountIndex: '', rangeSummable: true }),
    right: indexWith({}),
  },
  {
    code: 'action-fees-malformed',
    title: 'actionFees is malformed',
    keywords: ['actionFees'],
    why: '`actionFees` has `pricing` ("feeMultiplier" or "fixed") and fees for create, replace, delete, transfer, update_price and purchase. A fee has `owner`, `moderators` or both: credits from 0 to 2^63 - 1.',
    fix: 'Write {"create": {"owner": 100000000}}.',
    wrong: note({ actionFees: { create: {} } }),
    right: note({ actionFees: { create: { owner: 100_000_000 } } }),
  },
  {
    code: 'ranked-malformed',
    title: 'A ranking of an index is malformed',
    keywords: ['rankedCountable', 'rankedSummable', 'rankedAverageable'],
    why: 'A ranking is true, false, or {"at": name or names}. `rankedCountable` needs `rangeCountable`, `rankedSummable` needs `rangeSummable`, `rankedAverageable` needs both; `rangeAverageable` serves for all. Only an index with `summableOffCountIndex` ranks sums and averages at levels.',
    fix: 'Add the range flag, or remove the ranking.',
    wrong: ranked({ countable: true }),
    right: ranked({ countable: true, rangeCountable: true }),
  },
  {
    code: 'time-range-malformed',
    title: 'timeRange is malformed',
    keywords: ['timeRange'],
    why: '`timeRange` has `on`, `range` and `step`, and may have `phase` and `ttl`: seconds from 1 on, `phase` from 0 on.',
    fix: 'Write {"on": "$createdAt", "range": 3600, "step": 3600}.',
    wrong: timed({ on: '$createdAt', range: 3600 }),
    right: timed({ on: '$createdAt', range: 3600, step: 3600 }),
  },
  {
    code: 'integer-range-malformed',
    title: 'integerRange is malformed',
    keywords: ['integerRange'],
    why: '`integerRange` has `on`, `range` and `step`, and may have `phase`: integers from 1 on, `phase` from 0 on.',
    fix: 'Write {"on": "price", "range": 100, "step": 100}.',
    wrong: banded({ on: 'score', range: 10 }),
    right: banded({ on: 'score', range: 10, step: 10 }),
  },
  {
    code: 'aggregate-nested',
    title: 'A nested property is summed or averaged',
    keywords: AGGREGATES,
    isOwn: ({ node }) => isPropertyName(node),
    why: 'A summed or averaged property is directly under the document type: its name has letters, digits and "_", and no dot.',
    fix: 'Sum a property directly under the document type.',
    wrong: scored({ documentsSummable: 'score.value' }),
    right: scored({ documentsSummable: 'score' }),
  },
];

/** Lists the rules about the shape of the keywords that document meta-schema v3 adds. Rules with a language of their own have others. */
export const META_SHAPE_RULES: readonly Rule<'document-type'>[] = SHAPE_RULES.map(
  ({ keywords, isOwn = () => true, ...info }) => ({
    ...info,
    about: 'document-type',
    severity: 'network',
    official: EXTENDED_ERRORS.meta,
    isActive: isExtended,
    check(type, report) {
      for (const error of findTypeErrors(type))
        if (keywords.includes(keywordOf(error) ?? '') && isOwn(error)) reportError(error, report);
    },
  }),
);

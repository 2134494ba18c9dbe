import type { OfficialError } from '../diagnostic/diagnostic.js';
import { canChange } from '../model/changing-values.js';
import type { Contract } from '../model/contract.js';
import {
  DOCUMENT_KINDS,
  findTarget,
  isById,
  isForeign,
  listTargets,
  listMembers,
  listReferenceExpressions,
  listSingleReferences,
  type DocumentReference,
} from '../model/document-reference.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import { findWidthConflict, isCarrier } from '../model/find-by.js';
import {
  getKindOf,
  getTargetKind,
  isIndexOnly,
  isTransient,
  recordsCreator,
  type TargetKind,
} from '../model/type-traits.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getInteger, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note, TEXT_PROPERTY } from './example.js';
import { listLooseValues } from './counter-value-rules.js';
import { extendedRule, type Rule, type RuleInfo } from './rule.js';
import { suggestName } from './unknown-name.js';

/** Creates the error of a state check of references. */
export const referenceError = (name: string, code: number): OfficialError => ({
  name,
  code,
  layer: 'references',
});

const TARGETS: Readonly<Record<TargetKind, string>> = {
  permanent: 'never leave the state: write "permanentDocument"',
  moderated: 'leave the state only by a recorded removal: write "moderatedDocument"',
  deletable: 'can be deleted or expire: write "deletableDocument"',
};

const POST = { ...Object(note()['note']), documentsMutable: false, canBeDeleted: false };
const referring = (refersTo: object, members: object = {}, post: object = {}) =>
  contract({
    documentSchemas: {
      post: { ...POST, ...post },
      ...note({
        properties: {
          target: { ...IDENTIFIER_PROPERTY, position: 0, refersTo },
          text: { ...TEXT_PROPERTY, position: 1 },
        },
        ...members,
      }),
    },
  });
const TO_POST = { type: 'permanentDocument', documentType: 'post' };
const withList = (maxItems: number) =>
  contract({
    documentSchemas: note({
      properties: {
        ids: {
          type: 'array',
          maxItems,
          position: 0,
          items: { ...IDENTIFIER_PROPERTY, refersTo: { type: 'identity' } },
        },
      },
    }),
  });
const owned = (keyword: string, members: object = {}) =>
  contract({ documentSchemas: note({ [keyword]: { type: 'identity' }, ...members }) });

/** Lists the references of a contract. */
const listAll = ({ documentTypes }: Contract): DocumentReference[] =>
  documentTypes.flatMap(listSingleReferences);

/** Says why a pair of `where` cannot be compared; undefined if it can. */
function explainPair(
  reference: DocumentReference,
  source: string,
  target: DocumentType,
  path: string,
): string | undefined {
  const { holder } = reference;
  const kinds = [getKindOf(target, path), getKindOf(holder, source)];
  if (isCarrier(source, reference)) return `"${truncate(source)}" is the reference itself`;
  if (path === '$creatorId' && !recordsCreator(target)) return `"${target.name}" records no creator`;
  if (kinds[0] === undefined) return `"${target.name}" has no property "${truncate(path)}"`;
  if (kinds[1] === undefined) return `the document type has no property "${truncate(source)}"`;
  if (isTransient(target, path)) return `"${truncate(path)}" of "${target.name}" is transient`;
  const composite = kinds.find((kind) => kind === 'object' || kind === 'list');
  if (composite !== undefined) return `${say(composite)} is no single value`;
  if (kinds[0] !== kinds[1])
    return `"${truncate(path)}" is ${say(kinds[0])}, "${truncate(source)}" ${say(kinds[1])}`;
  return findWidthConflict(target.fields.get(path), holder.fields.get(source));
}

/** Pairs a value of `where` with the property of the target that it is compared with. */
interface Pair {
  readonly reference: DocumentReference;
  readonly target: DocumentType;
  readonly path: string;
  readonly node: JsonNode;
  readonly source: string;
}

/** Lists the pairs of `where` that lead to documents of the same contract. */
const listPairs = (subject: Contract): Pair[] =>
  listAll(subject).flatMap((reference) => {
    const target = findTarget(reference, subject.documentTypes);
    if (target === undefined || isIndexOnly(target)) return [];
    // Counters are rejected for them before.
    const loose = new Set(listLooseValues(reference.holder, subject.documentTypes).map(({ name }) => name));
    return listMembers(getMember(reference.node, 'where')).flatMap(([path, node]): Pair[] => {
      const source = getText(node);
      return source === undefined || loose.has(source) ? [] : [{ reference, target, path, node, source }];
    });
  });

const say = (kind: string | undefined): string =>
  kind === 'integer' || kind === 'identifier' || kind === 'object' ? `an ${kind}` : `a ${kind}`;

const KEY_PARTS = [
  ['keyIdProperty', 'integer'],
  ['identityProperty', 'identifier'],
] as const;

/** Says why a property cannot be a part of a reference to a key; undefined if it can. */
function explainKeyPart(
  type: DocumentType,
  path: string,
  kind: 'integer' | 'identifier',
): string | undefined {
  if (path === '$creatorId') return recordsCreator(type) ? undefined : 'is not recorded by the document type';
  if (path.startsWith('$')) return kind === 'identifier' ? undefined : 'is no property of the document type';
  if (getKindOf(type, path) !== kind) return `is no ${kind} property of the document type`;
  return listSingleReferences(type).some(
    (other) => other.kind === 'identityPublicKey' && other.carrier?.path === path,
  )
    ? 'refers to a key itself'
    : undefined;
}

/** Returns whether a stored id of a key belongs to an identity that is not stored. */
function isTransientIdentity({ holder, carrier }: DocumentReference, path: string): boolean {
  const own = carrier?.path;
  if (own === undefined || path.startsWith('$')) return false;
  const [identity, key] = carrier?.type === 'integer' ? [path, own] : [own, path];
  return isTransient(holder, identity) && !isTransient(holder, key);
}

function countReferences(type: DocumentType): bigint {
  let count = 0n;
  for (const { leaves, place, carrier } of listReferenceExpressions(type)) {
    const size = place === 'element' ? (getInteger(getMember(carrier?.schema, 'maxItems')) ?? 1n) : 1n;
    count += BigInt(leaves.length) * size;
  }
  return count;
}

const MAX_REFERENCES = 256n;
const MAX_OPERANDS = 4;

const MODERATED = {
  config: {
    $formatVersion: '2',
    moderation: { moderators: { $type: 'contractOwner' } },
  },
};

/** Describes the rule about one kind of reference that does not fit one kind of target. */
interface KindRule extends Pick<RuleInfo, 'code' | 'title' | 'wrong'> {
  readonly kind: string;
  readonly targets: readonly TargetKind[];
  readonly official: OfficialError;
}

const TO_DELETABLE = { type: 'deletableDocument', documentType: 'post' };
const TO_MODERATED = { type: 'moderatedDocument', documentType: 'post' };
const BY_MODERATORS = { moderatorAbilities: { delete: true } };

const KINDS: readonly KindRule[] = [
  {
    code: 'reference-target-leaves',
    title: 'A reference to a permanent document leads to one that can leave the state',
    kind: 'permanentDocument',
    targets: ['deletable', 'moderated'],
    official: referenceError('ReferencedDocumentTypeDeletableError', 40122),
    wrong: referring(TO_POST, {}, { canBeDeleted: true }),
  },
  {
    code: 'reference-target-stays',
    title: 'A reference to a deletable document leads to one that never leaves the state',
    kind: 'deletableDocument',
    targets: ['permanent'],
    official: referenceError('ReferencedDocumentTypeNotDeletableError', 40131),
    wrong: referring(TO_DELETABLE),
  },
  {
    code: 'reference-target-moderated',
    title: 'A reference to a deletable document leads to one that only moderators remove',
    kind: 'deletableDocument',
    targets: ['moderated'],
    official: referenceError('ReferencedDocumentTypeModeratedError', 40144),
    wrong: { ...referring(TO_DELETABLE, {}, BY_MODERATORS), ...MODERATED },
  },
  {
    code: 'reference-target-unmoderated',
    title: 'A reference to a moderated document leads to another kind of document',
    kind: 'moderatedDocument',
    targets: ['permanent', 'deletable'],
    official: referenceError('ReferencedDocumentTypeNotModeratedError', 40143),
    wrong: referring(TO_MODERATED),
  },
];

const KIND_RULES: readonly Rule<'whole-contract'>[] = KINDS.map(({ kind, targets, ...info }) =>
  extendedRule({
    ...info,
    about: 'whole-contract',
    why: 'A `permanentDocument` is of a type whose documents never leave the state: `canBeDeleted: false`, no deletion by moderators and no `ttl`. A `moderatedDocument` leaves it only by a removal that moderators record. A `deletableDocument` is of any other type.',
    fix: 'Write the kind of the target, or change its options.',
    right: referring(TO_POST),
    check(subject, report) {
      for (const reference of listAll(subject)) {
        const isElement = getMember(reference.node, 'inList') !== undefined && !isForeign(reference);
        const target =
          reference.kind === kind && !isElement ? findTarget(reference, subject.documentTypes) : undefined;
        const found = target === undefined || isIndexOnly(target) ? undefined : getTargetKind(target);
        if (found !== undefined && targets.includes(found))
          report(getMember(reference.node, 'type'), {
            message: `${kind} does not fit: documents of "${truncate(target?.name ?? '')}" ${TARGETS[found]}`,
          });
      }
    },
  }),
);

/** Lists the rules about what references lead to. */
export const REFERENCE_TARGET_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-target-unknown',
    title: 'A reference leads to an unknown document type',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentTypeNotFoundError', 40121),
    why: 'Without `contractId` a reference leads to a document type of the same contract. Another contract is judged where it is given (`--with`).',
    fix: 'Name a document type of the contract, or the contract that has it.',
    wrong: referring({ ...TO_POST, documentType: 'psot' }),
    right: referring(TO_POST),
    check(subject, report) {
      for (const reference of listAll(subject)) {
        const named = getMember(reference.node, 'documentType');
        const name = getText(named);
        const names = listTargets(reference, subject.documentTypes)?.map((type) => type.name);
        if (!DOCUMENT_KINDS.has(reference.kind) || name === undefined || names === undefined) continue;
        if (!names.includes(name))
          report(named, {
            message: `unknown document type "${truncate(name)}"`,
            ...suggestName(name, names),
          });
      }
    },
  }),
  ...KIND_RULES,
  extendedRule({
    code: 'reference-to-entries',
    title: 'A reference by id leads to a type without documents',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentTypeIndexOnlyError', 40146),
    why: 'Entries of a type with `indexOnly` have no id: nothing refers to them by id, nor to their lists.',
    fix: 'Refer to the document that the entries belong to.',
    wrong: contract({
      documentSchemas: {
        like: {
          ...POST,
          indexOnly: true,
          canBeDeleted: true,
          required: ['text'],
          indices: [{ name: 'byText', properties: [{ text: 'asc' }] }],
        },
        ...note({
          properties: {
            target: {
              ...IDENTIFIER_PROPERTY,
              position: 0,
              refersTo: { type: 'deletableDocument', documentType: 'like' },
            },
          },
        }),
      },
    }),
    right: referring(TO_POST),
    check(subject, report) {
      for (const reference of listAll(subject)) {
        const target = findTarget(reference, subject.documentTypes);
        const isListed = getMember(reference.node, 'inList') !== undefined;
        if (target !== undefined && isIndexOnly(target) && (isById(reference) || isListed))
          report(getMember(reference.node, 'documentType'), {
            message: `"${truncate(target.name)}" has entries and no documents`,
          });
      }
    },
  }),
  extendedRule({
    code: 'reference-key-property',
    title: 'A reference to a key names no key or no identity',
    about: 'whole-contract',
    official: referenceError('ReferencedKeyIdPropertyInvalidError', 40125),
    why: '`keyIdProperty` names the integer property of the same type that holds the id of the key. `identityProperty` names an identifier of the type, "$ownerId", or "$creatorId" where documents record it. Neither property refers to a key itself.',
    fix: 'Name an integer property for the key, or an identifier property for the identity.',
    wrong: referring({ type: 'identityPublicKey', keyIdProperty: 'keyId' }),
    right: referring(
      { type: 'identityPublicKey', keyIdProperty: 'keyId' },
      {
        properties: {
          target: {
            ...IDENTIFIER_PROPERTY,
            position: 0,
            refersTo: { type: 'identityPublicKey', keyIdProperty: 'keyId' },
          },
          keyId: { type: 'integer', minimum: 0, maximum: 4_294_967_295, position: 1 },
        },
      },
    ),
    check(subject, report) {
      for (const reference of listAll(subject))
        for (const [keyword, kind] of KEY_PARTS) {
          const { node, holder } = reference;
          const named = getMember(node, keyword);
          const path = getText(named);
          const problem = path === undefined ? undefined : explainKeyPart(holder, path, kind);
          if (problem !== undefined) report(named, { message: `"${truncate(path ?? '')}" ${problem}` });
          else if (path !== undefined && isTransientIdentity(reference, path))
            report(named, { message: 'a stored key id has a transient identity: it names no key later' });
        }
    },
  }),
  extendedRule({
    code: 'reference-bound-key',
    title: 'A key is required to be bound to a document type to which it cannot be bound',
    about: 'whole-contract',
    why: '`boundTo` names a document type of the same contract. Keys for authentication are bound to any; keys for encryption and decryption to one with `requiresIdentityEncryptionBoundedKey` or `requiresIdentityDecryptionBoundedKey`; other keys to none.',
    fix: 'Name a document type of the contract that has such keys.',
    wrong: referring(
      { type: 'identity' },
      {
        properties: {
          keyId: {
            type: 'integer',
            minimum: 0,
            maximum: 4_294_967_295,
            position: 0,
            refersTo: {
              type: 'identityPublicKey',
              identityProperty: '$ownerId',
              keyRequirements: { boundTo: 'letter' },
            },
          },
        },
      },
    ),
    right: referring({ type: 'identity' }),
    check(subject, report) {
      const names = subject.documentTypes.map(({ name }) => name);
      for (const { node } of listAll(subject)) {
        const requirements = getMember(node, 'keyRequirements');
        const bound = getMember(requirements, 'boundTo');
        const name = getText(bound);
        if (name === undefined) continue;
        const type = subject.documentTypes.find((each) => each.name === name);
        if (!names.includes(name))
          report(bound, {
            message: `unknown document type "${truncate(name)}"`,
            ...suggestName(name, names),
          });
        const problem = explainBinding(getText(getMember(requirements, 'purpose')), type);
        if (problem !== undefined) report(bound, { message: problem, isAtName: true });
      }
    },
  }),
];

const BOUND_KEYS: Readonly<Record<string, string>> = {
  encryption: 'requiresIdentityEncryptionBoundedKey',
  decryption: 'requiresIdentityDecryptionBoundedKey',
};

/** Says why no key with a purpose can be bound to a document type; undefined if some can. */
function explainBinding(purpose: string | undefined, type: DocumentType | undefined): string | undefined {
  if (purpose === undefined || purpose === 'authentication' || type === undefined) return undefined;
  const keyword = BOUND_KEYS[purpose];
  if (keyword === undefined) return `keys for ${truncate(purpose)} are not bound to document types`;
  return getMember(type.node, keyword) === undefined
    ? `"${truncate(type.name)}" has no ${keyword}: no key for ${purpose} is bound to it`
    : undefined;
}

const comparing = (where: object) => referring({ ...TO_POST, where });
const gated = (key: string) => ({
  ...referring(
    { type: 'moderatedDocument', documentType: 'post', where: { [key]: '$ownerId' } },
    {},
    {
      moderatorAbilities: { delete: true },
      properties: { editor: { ...IDENTIFIER_PROPERTY, position: 0 } },
    },
  ),
  ...MODERATED,
});

/** Lists the rules about comparisons with what references lead to. */
export const REFERENCE_WHERE_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-comparison',
    title: 'A reference compares values that it cannot compare',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentPropertyAgreementInvalidError', 40126),
    why: 'A pair of `where` names a property of the target, which is stored, and one of the own type, or "$ownerId". Both are single values of one kind, integers of one stored width, and not the reference itself. Values that differ are rejected with 40127; two absent ones agree.',
    fix: 'Compare stored properties of one kind.',
    wrong: comparing({ ghost: 'text' }),
    right: comparing({ text: 'text' }),
    check(subject, report) {
      for (const { reference, target, path, node, source } of listPairs(subject)) {
        const problem = explainPair(reference, source, target, path);
        if (problem !== undefined) report(node, { message: `the pair cannot be compared: ${problem}` });
      }
    },
  }),
  extendedRule({
    code: 'reference-comparison-changes',
    title: 'A reference compares a value that can change later',
    about: 'whole-contract',
    official: referenceError('ReferencedDocumentPropertyAgreementInvalidError', 40126),
    certainty: 'inferred',
    why: 'A pair of `where` names a property of the target that can never change: its type is not mutable, or lists the property in `immutable` without a condition. (The owner of the target may change: it is compared when the referring document is written.)',
    fix: 'List the property in immutable of the target.',
    wrong: referring({ ...TO_POST, where: { text: 'text' } }, {}, { documentsMutable: true }),
    right: referring({ ...TO_POST, where: { text: 'text' } }),
    check(subject, report) {
      for (const { reference, target, path, node, source } of listPairs(subject))
        if (
          !path.startsWith('$') &&
          explainPair(reference, source, target, path) === undefined &&
          canChange(target, path)
        )
          report(node, {
            message: `the pair cannot be compared: "${truncate(path)}" of "${truncate(target.name)}" can change`,
          });
    },
  }),
  extendedRule({
    code: 'reference-comparison-repeated',
    title: 'A reference compares one value twice',
    about: 'whole-contract',
    certainty: 'inferred',
    why: 'A value of the own document appears once in `where`. Beside `inList` it is not the one that `findBy` reads, and no pair compares "$id" again.',
    fix: 'Remove the pair.',
    wrong: referring(
      { ...TO_POST, where: { text: 'text', title: 'text' } },
      {},
      { properties: { text: TEXT_PROPERTY, title: { ...TEXT_PROPERTY, position: 1 } } },
    ),
    right: comparing({ text: 'text' }),
    check(subject, report) {
      for (const { node } of listAll(subject)) {
        const isList = getMember(node, 'inList') !== undefined;
        const seen = new Set(isList ? [getText(getMember(getMember(node, 'findBy'), '$id'))] : []);
        for (const [path, value] of listMembers(getMember(node, 'where'))) {
          const source = getText(value);
          if (source !== undefined && seen.has(source))
            report(value, { message: `"${truncate(source)}" is compared already` });
          else if (isList && path === '$id') report(value, { message: 'findBy compares "$id" already' });
          seen.add(source);
        }
      }
    },
  }),
  extendedRule({
    code: 'reference-writer-gate',
    title: 'A reference compares the writer with what no removal record keeps',
    about: 'whole-contract',
    why: 'After its removal a moderated document is a record of its id and owner: a pair of `where` that binds the writer ("$ownerId") may compare only "$ownerId" or "$id" of it.',
    fix: 'Compare "$ownerId" of the document.',
    wrong: gated('editor'),
    right: gated('$ownerId'),
    check(subject, report) {
      for (const { node, kind } of listAll(subject))
        for (const [path, source] of kind === 'moderatedDocument'
          ? listMembers(getMember(node, 'where'))
          : [])
          if (getText(source) === '$ownerId' && path !== '$ownerId' && path !== '$id')
            report(source, { message: `the record of a removal does not keep ${excerpt(path)}` });
    },
  }),
];

/** Lists the rules about the number and place of references. */
export const REFERENCE_PLACE_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-operands',
    title: 'A combination of references is too large',
    about: 'whole-contract',
    why: `\`anyOf\` and \`allOf\` have 2 to ${MAX_OPERANDS} operands, and are nested at most ${MAX_OPERANDS} deep.`,
    fix: 'Remove operands.',
    wrong: referring({
      anyOf: [
        { type: 'identity' },
        TO_POST,
        ...['$id', '$ownerId', 'text'].map((path) => ({
          ...TO_POST,
          where: { [path]: path === 'text' ? 'text' : '$ownerId' },
        })),
      ],
    }),
    right: referring({ anyOf: [{ type: 'identity' }, TO_POST] }),
    check({ documentTypes }, report) {
      for (const { operandLists } of documentTypes.flatMap(listReferenceExpressions))
        for (const { node, depth } of operandLists) {
          const count = getItems(node).length;
          if (count > MAX_OPERANDS)
            report(node, { message: `${count} operands: ${String(node.key)} has at most ${MAX_OPERANDS}` });
          if (depth === MAX_OPERANDS + 1)
            report(node, { message: `nested ${depth} deep: at most ${MAX_OPERANDS} are allowed` });
        }
    },
  }),
  extendedRule({
    code: 'reference-count',
    title: 'A document can hold too many references',
    about: 'whole-contract',
    why: `The references of a document are read one by one: it holds at most ${MAX_REFERENCES}. A list counts with its \`maxItems\`, a combination with all its operands.`,
    fix: 'Lower the maxItems of a list, or split the document type.',
    wrong: withList(257),
    right: withList(256),
    check({ documentTypes }, report) {
      for (const type of documentTypes) {
        const count = countReferences(type);
        if (count > MAX_REFERENCES)
          report(type.node, {
            message: `a document of "${truncate(type.name)}" can hold ${count} references: at most ${MAX_REFERENCES} are allowed`,
          });
      }
    },
  }),
  extendedRule({
    code: 'reference-of-owner',
    title: 'ownerRefersTo stands at documents that change their owner',
    about: 'whole-contract',
    why: '`ownerRefersTo` is judged when a document is written: its type is neither transferable nor tradeable.',
    fix: 'Use creatorRefersTo, or forbid transfers and trade.',
    wrong: owned('ownerRefersTo', { transferable: 1 }),
    right: owned('ownerRefersTo'),
    check({ documentTypes }, report) {
      reportOwners(
        documentTypes,
        'ownerRefersTo',
        canChangeOwner,
        report,
        'documents of the type change their owner',
      );
    },
  }),
  extendedRule({
    code: 'reference-of-creator',
    title: 'creatorRefersTo stands at documents that record no creator',
    about: 'whole-contract',
    why: 'Only documents that can be transferred or traded record `$creatorId`.',
    fix: 'Use ownerRefersTo: the owner stays the creator.',
    wrong: owned('creatorRefersTo'),
    right: owned('creatorRefersTo', { transferable: 1 }),
    check({ documentTypes }, report) {
      reportOwners(
        documentTypes,
        'creatorRefersTo',
        lacksCreator,
        report,
        'documents of the type record no creator',
      );
    },
  }),
];

const lacksCreator = (type: DocumentType): boolean => !recordsCreator(type);

function reportOwners(
  types: readonly DocumentType[],
  keyword: string,
  isUnfit: (type: DocumentType) => boolean,
  report: (at: JsonNode | undefined, finding: { message: string; isAtName: boolean }) => void,
  message: string,
): void {
  for (const type of types) {
    const node = getMember(type.node, keyword);
    if (node !== undefined && isUnfit(type)) report(node, { message, isAtName: true });
  }
}

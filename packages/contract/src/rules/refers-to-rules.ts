import type { OfficialError } from '../diagnostic/diagnostic.js';
import { DOCUMENT_KINDS, findTarget, isById, isForeign, listTargets } from '../model/document-reference.js';
import { getTargetKind, isIndexOnly, type TargetKind } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { extendedRule, type Rule, type RuleInfo } from './rule.js';
import { suggestName } from './suggest-name.js';
import { referenceError, referring, TO_POST, MODERATED, listAll, POST } from './refers-to-examples.js';

const TARGETS: Readonly<Record<TargetKind, string>> = {
  permanent: 'never leave the state: write "permanentDocument"',
  moderated: 'leave the state only by a recorded removal: write "moderatedDocument"',
  deletable: 'can be deleted or expire: write "deletableDocument"',
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
];

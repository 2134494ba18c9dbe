import {
  findTarget,
  isById,
  listSingleReferences,
  type DocumentReference,
} from '../model/document-reference.js';
import { listGranted, readModeration } from '../model/moderation.js';
import {
  canOwnerDelete,
  firstName,
  isAlwaysPresent,
  isIndexOnly,
  listImmutable,
} from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { moderated } from './moderation-config-rules.js';
import { isExtended, type Rule } from './rule.js';

const replying = (refersTo: object, members: object = {}, post: object = {}) =>
  contract({
    documentSchemas: {
      post: { ...Object(note({ documentsMutable: false })['note']), ...post },
      ...note({
        documentsMutable: true,
        properties: { post: { ...IDENTIFIER_PROPERTY, position: 0, refersTo } },
        required: ['post'],
        ...members,
      }),
    },
  });
const TO_POST = { type: 'deletableDocument', documentType: 'post' };
const elected = (abilities: readonly string[]) =>
  moderated({
    moderators: {
      $type: 'elected',
      interim: { $type: 'contractOwner' },
      moderatedDocumentTypes: { note: abilities },
    },
  });

/** Maps the lists of a moderation to the ability that changes them. */
const ABILITY_OF: Readonly<Record<string, string>> = {
  banlist: 'ban',
  suspensions: 'suspend',
  warnings: 'warn',
};

/** Returns whether a reference stays in a document for good, whatever becomes of its target. */
function isKept({ holder, carrier, place }: DocumentReference): boolean {
  const path = carrier?.path ?? '';
  const isFixed = listImmutable(holder).some(
    ({ name, when }) => when === undefined && name === firstName(path),
  );
  return place === 'property' && holder.isMutable && isFixed && isAlwaysPresent(holder, path);
}

/** Lists the lints of the extended language: contracts that are valid, and hardly what their author means. */
export const EXTENDED_LINT_RULES: readonly Rule<'whole-contract'>[] = [
  {
    code: 'reference-locks-document',
    title: 'A document can never be replaced once another one is deleted',
    about: 'whole-contract',
    severity: 'warning',
    isActive: isExtended,
    why: 'Every replace reads a reference to a deletable document again. A required and immutable one can be neither changed nor cleared: once its target is gone, every replace is rejected with 40120.',
    fix: 'Make the property optional, remove it from immutable, or refer to a document that stays.',
    wrong: replying(TO_POST, { immutable: ['post'] }, { canBeDeleted: 'onlyWhenConsumed' }),
    right: replying(TO_POST, {}, { canBeDeleted: 'onlyWhenConsumed' }),
    check({ documentTypes }, report) {
      for (const reference of documentTypes.flatMap(listSingleReferences))
        if (reference.kind === 'deletableDocument' && isById(reference) && isKept(reference))
          report(reference.node, {
            message: `"${truncate(reference.path)}" stays when its document is deleted, and no replace passes then`,
          });
    },
  },
  {
    code: 'reference-owner-deletes',
    title: 'A reference leads to a document that its owner can delete',
    about: 'whole-contract',
    severity: 'hint',
    isActive: isExtended,
    why: 'The owner of the target can delete it at any time: readers find nothing then, and a replace of the referring document is rejected until the reference is changed or cleared.',
    fix: 'Read such references as ones that may be gone, or let the target stay.',
    wrong: replying(TO_POST),
    right: replying(TO_POST, {}, { canBeDeleted: 'onlyWhenConsumed' }),
    check({ documentTypes }, report) {
      for (const reference of documentTypes.flatMap(listSingleReferences)) {
        const target = findTarget(reference, documentTypes);
        if (target === undefined || reference.kind !== 'deletableDocument' || !isById(reference)) continue;
        if (reference.place === 'property' && !isIndexOnly(target) && canOwnerDelete(target) === 'yes')
          report(reference.node, {
            message: `the owner of a document of "${truncate(target.name)}" can delete it`,
          });
      }
    },
  },
  {
    code: 'moderation-unexercised',
    title: 'Nobody can use a list of the moderation',
    about: 'whole-contract',
    severity: 'warning',
    isActive: isExtended,
    why: 'An elected team has the abilities that `moderatedDocumentTypes` gives it: "ban" for the banlist, "suspend" for suspensions, "warn" for warnings. A list without its ability stays as it is once a team is seated.',
    fix: 'Give the team the ability, or keep no such list.',
    wrong: elected(['warn']),
    right: elected(['ban']),
    check(subject, report) {
      const moderation = readModeration(subject);
      if (moderation?.kind !== 'elected') return;
      const granted = new Set(subject.documentTypes.flatMap(({ name }) => listGranted(moderation, name)));
      for (const list of moderation.lists)
        if (!granted.has(ABILITY_OF[list] ?? ''))
          report(getMember(moderation.node, list), {
            message: `${list} is kept, and no document type gives the team "${ABILITY_OF[list] ?? ''}"`,
          });
    },
  },
];

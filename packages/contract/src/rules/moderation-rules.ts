import { requires } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import { listMembers, listSingleReferences } from '../model/document-reference.js';
import { countTeam, readModeration } from '../model/moderation.js';
import {
  firstName,
  isIndexOnly,
  isOptionalTop,
  isTransient,
  keepsHistory,
  listImmutable,
  listTexts,
} from '../model/type-traits.js';
import { listKeywordValues } from '../model/value-schemas.js';
import { listKeySources } from '../model/find-by.js';
import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getInteger, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { contract, note } from './example.js';
import { moderated } from './moderation-config-rules.js';
import { extendedRule, needMembers, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';

const able = (moderatorAbilities: object, members: object = {}) =>
  moderated({}, note({ moderatorAbilities, ...members }));

const abilitiesOf = ({ node }: DocumentType): JsonNode | undefined => getMember(node, 'moderatorAbilities');
const isDeleting = (type: DocumentType): boolean =>
  getBoolean(getMember(abilitiesOf(type), 'delete')) === true;
const OWNED_CREATION = 1n;

/** Lists why moderators cannot delete documents of a type. */
function listDeleteConflicts(type: DocumentType): string[] {
  const mode = getInteger(getMember(type.node, 'creationRestrictionMode')) ?? 0n;
  return [
    ...(keepsHistory(type) ? ['they keep their history'] : []),
    ...(isIndexOnly(type) ? ['the type has entries without documents'] : []),
    ...(mode >= OWNED_CREATION ? ['only the owner of the contract, or nobody, creates them'] : []),
    ...(type.indices.some(({ contested }) => contested !== undefined) ? ['they are contested'] : []),
  ];
}

const WITH_DELETE = [
  'deleteWithin',
  'deleteKeepsRecord',
  'deleteRefundsOwner',
  'deleteKeepsFields',
  'deleteSettled',
];
const SYSTEM: readonly string[] = SYSTEM_PROPERTIES;

/** Says why a value cannot be kept in the record of a removal; undefined if it can. */
function explainKept(type: DocumentType, path: string): string | undefined {
  if (path === '$id') return 'is in every record';
  if (path.startsWith('$')) return SYSTEM.includes(path) ? undefined : 'is no value of the system';
  if (!type.fields.has(path)) return 'is no property of the document type';
  return isTransient(type, path) ? 'is transient' : undefined;
}

/** Lists the properties that references of a type read: as referring values, sources and identities of keys. */
function listReadPaths(type: DocumentType): Set<string> {
  const paths = listSingleReferences(type).flatMap((reference) => {
    const { node, carrier } = reference;
    const where = listMembers(getMember(node, 'where')).flatMap(([, value]) => getText(value) ?? []);
    const found = listKeySources(reference).flatMap(({ path, params = [] }) => [
      path,
      ...params.map((param) => param.path),
    ]);
    const keys = ['identityProperty', 'keyIdProperty'].map((name) => getText(getMember(node, name)));
    return [carrier?.path, ...where, ...found, ...keys].filter((path) => path !== undefined);
  });
  return new Set(paths.map(firstName));
}

/** Says why moderators cannot change a field; undefined if they can. */
function explainField(type: DocumentType, name: string): string | undefined {
  const property = type.fields.get(name);
  if (property?.place !== 'top') return 'is no property directly under the document type';
  if (!isOptionalTop(type, name)) return 'is required';
  if (isTransient(type, name)) return 'is transient';
  if (listImmutable(type).some((entry) => entry.name === name)) return 'is in immutable';
  if (listReadPaths(type).has(name)) return 'refers to something, or a reference reads it';
  const generated = listKeywordValues(type, 'generatedFrom');
  const isGenerated = generated.some((value) => firstName(value.property.path) === name);
  const isParameter = generated.some(({ node }) =>
    listTexts(getMember(node, 'params')).some((path) => firstName(path) === name),
  );
  if (isGenerated || isParameter) return isGenerated ? 'is generated' : 'is the source of a generated text';
  const contest = type.indices.find(
    (index) => index.contested !== undefined && index.entries.some(({ key }) => key === name),
  );
  return contest === undefined ? undefined : 'is in a contested index';
}

const requiresTransient = (type: DocumentType): boolean =>
  listTexts(getMember(type.node, 'transient')).some((name) => requires(type.node, name));

/** Lists the rules about the abilities of moderators in a document type. */
export const MODERATION_RULES: readonly Rule<'document-type'>[] = needMembers(
  ['moderatorAbilities', 'retractedWhen'],
  [
    extendedRule({
      code: 'moderation-missing',
      title: 'A document type is moderated in a contract without moderation',
      about: 'document-type',
      why: '`moderatorAbilities` and `retractedWhen` need the `moderation` of the contract, in a config of format "2".',
      fix: 'Add "moderation" to the config.',
      wrong: contract({ documentSchemas: note({ moderatorAbilities: { delete: true } }) }),
      right: able({ delete: true }),
      check({ node, contract: frame }, report) {
        // Document types alone say nothing about their contract.
        if (frame.shape === 'documents' || readModeration(frame) !== undefined) return;
        for (const name of ['moderatorAbilities', 'retractedWhen']) {
          const found = getMember(node, name);
          if (found !== undefined)
            report(found, { message: `the contract has no moderation: ${name} needs it`, isAtName: true });
        }
      },
    }),
    extendedRule({
      code: 'moderator-delete',
      title: 'Moderators cannot delete documents of a type',
      about: 'document-type',
      why: 'Moderators delete no documents with a history, no entries, no contested documents, and none that only the owner of the contract can create.',
      fix: 'Remove "delete", or the option that contradicts it.',
      wrong: able({ delete: true }, { creationRestrictionMode: 1 }),
      right: able({ delete: true }),
      check(type, report) {
        if (!isDeleting(type)) return;
        for (const conflict of listDeleteConflicts(type))
          report(getMember(abilitiesOf(type), 'delete'), {
            message: `moderators cannot delete documents of the type: ${conflict}`,
          });
      },
    }),
    extendedRule({
      code: 'moderator-delete-options',
      title: 'Options of the deletion by moderators contradict each other',
      about: 'document-type',
      why: 'The other members about deletion need `"delete": true`. `deleteWithin` is measured from `$updatedAt`, else from `$createdAt`: `required` of a mutable type lists `$updatedAt`, of another one of the two. `deleteKeepsFields` needs records, and names stored properties or values of the system.',
      fix: 'Add "delete": true, or list the time in required.',
      wrong: able({ deleteWithin: 60, delete: false }),
      right: able({ deleteWithin: 60, delete: true }, { required: ['$updatedAt'] }),
      check(type, report) {
        const abilities = abilitiesOf(type);
        for (const name of WITH_DELETE) {
          const member = getMember(abilities, name);
          if (member !== undefined && !isDeleting(type))
            report(member, { message: `${name} needs "delete": true`, isAtName: true });
        }
        const within = getMember(abilities, 'deleteWithin');
        const isTimed =
          requires(type.node, '$updatedAt') || (!type.isMutable && requires(type.node, '$createdAt'));
        if (within !== undefined && isDeleting(type) && !isTimed)
          report(within, {
            message: `required does not list ${type.isMutable ? '$updatedAt' : '$updatedAt or $createdAt'}`,
          });
        const kept = getMember(abilities, 'deleteKeepsFields');
        if (kept !== undefined && getBoolean(getMember(abilities, 'deleteKeepsRecord')) === false)
          report(kept, { message: 'deletions keep no record: no field is kept', isAtName: true });
        for (const item of getItems(kept)) {
          const path = getText(item);
          const problem = path === undefined ? undefined : explainKept(type, path);
          if (problem !== undefined)
            report(item, {
              message: `"${truncate(path ?? '')}" ${problem}`,
              ...suggestName(path ?? '', [...type.fields.keys()]),
            });
        }
      },
    }),
    extendedRule({
      code: 'moderator-settled-deletion',
      title: 'A settled deletion is impossible',
      about: 'document-type',
      why: '`deleteSettled` needs `deleteWithin` and elected moderators. Its `approvals` are at most the team: a leader, 15 members and those who are added. Where only approvers count who are older than the document (the default from 2 approvals on), `required` lists `$createdAt`.',
      fix: 'Add deleteWithin, let the moderators be elected, and lower the approvals.',
      wrong: able(
        { delete: true, deleteSettled: { leader: true }, deleteWithin: 60 },
        { required: ['$updatedAt'] },
      ),
      right: able({ delete: true, deleteWithin: 60 }, { required: ['$updatedAt'] }),
      check(type, report) {
        const settled = getMember(abilitiesOf(type), 'deleteSettled');
        const moderation = readModeration(type.contract);
        if (settled?.kind !== 'object') return;
        if (getMember(abilitiesOf(type), 'deleteWithin') === undefined)
          report(settled, { message: 'deleteWithin is missing: deleteSettled needs it', isAtName: true });
        if (moderation !== undefined && moderation.kind !== 'elected')
          report(settled, { message: 'the moderators are not elected', isAtName: true });
        const node = getMember(settled, 'approvals');
        const approvals = node === undefined ? 1n : getInteger(node);
        if (approvals === undefined) return;
        if (moderation?.kind === 'elected' && approvals > countTeam(moderation) && approvals <= 31n)
          report(node, { message: `${approvals} approvals: a team has at most ${countTeam(moderation)}` });
        const older = getBoolean(getMember(settled, 'approversPredateDocument')) ?? approvals > 1n;
        if (older && !requires(type.node, '$createdAt'))
          report(settled, { message: 'required does not list $createdAt: approvers are compared with it' });
      },
    }),
    extendedRule({
      code: 'moderator-fields',
      title: 'Moderators cannot change a field',
      about: 'document-type',
      why: '`changeFields` names optional stored properties directly under the type: not in `immutable`, no reference nor read by one, neither generated nor the source of a generated text, in no contested index. Entries have no fields, and a type that requires a transient property cannot be written again.',
      fix: 'Name optional properties that nothing else reads.',
      wrong: able({ changeFields: ['text'] }, { required: ['text'] }),
      right: able({ changeFields: ['text'] }),
      check(type, report) {
        const list = getMember(abilitiesOf(type), 'changeFields');
        if (list === undefined) return;
        if (isIndexOnly(type))
          report(list, { message: 'the type has entries without documents', isAtName: true });
        if (requiresTransient(type))
          report(list, { message: 'the type requires a transient property', isAtName: true });
        for (const item of getItems(list)) {
          const name = getText(item);
          const problem = name === undefined ? undefined : explainField(type, name);
          if (problem !== undefined)
            report(item, {
              message: `"${truncate(name ?? '')}" ${problem}`,
              ...suggestName(
                name ?? '',
                type.properties.map((own) => own.name),
              ),
            });
        }
      },
    }),
    extendedRule({
      code: 'retracted-when-needless',
      title: 'A type cannot be retracted',
      about: 'document-type',
      why: '`retractedWhen` lets a banned or suspended identity retract its documents by a replace: the type is mutable, and the contract keeps a banlist or suspensions.',
      fix: 'Make the type mutable and keep a banlist, or remove retractedWhen.',
      wrong: moderated({}, note({ documentsMutable: false, retractedWhen: { absent: 'text' } })),
      right: moderated({}, note({ retractedWhen: { absent: 'text' } })),
      check({ node, isMutable, contract: frame }, report) {
        const condition = getMember(node, 'retractedWhen');
        if (condition === undefined) return;
        if (!isMutable)
          report(condition, { message: 'documents of the type are never replaced', isAtName: true });
        const moderation = readModeration(frame);
        const isBarring = moderation?.lists.some((name) => name === 'banlist' || name === 'suspensions');
        if (isBarring === false)
          report(condition, {
            message: 'the contract keeps neither a banlist nor suspensions',
            isAtName: true,
          });
      },
    }),
  ],
);

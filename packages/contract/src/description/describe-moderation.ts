import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import { readModeration } from '../model/moderation.js';
import { getTargetKind, listModeratorFields, listTexts } from '../model/type-traits.js';
import { asObject, getBoolean, getInteger, getMember, getText } from '../source/json-node.js';
import type {
  DocumentTypeDescription,
  ModerationDescription,
  RemovalDescription,
} from './contract-description.js';

/** Describes the moderation of a contract; absent where it has none. */
export function describeModeration(contract: Contract): { readonly moderation?: ModerationDescription } {
  const moderation = readModeration(contract);
  if (moderation === undefined) return {};
  const { kind = '', lists, moderators } = moderation;
  const interim = getMember(moderators, 'interim');
  const delay = getInteger(getMember(moderators, 'electionDelay'));
  const acting = kind === 'elected' ? interim : moderators;
  return {
    moderation: {
      lists,
      moderators: kind,
      acting: kind === 'elected' ? (getText(getMember(interim, '$type')) ?? 'noModeration') : kind,
      identities: listTexts(getMember(acting, 'identities')),
      ...(delay === undefined ? {} : { electionDelay: Number(delay) }),
      ownerProtected: getBoolean(getMember(moderators, 'ownerProtected')) ?? false,
      electedTypes:
        kind === 'elected'
          ? [...(asObject(getMember(moderators, 'moderatedDocumentTypes'))?.members.keys() ?? [])]
          : [],
    },
  };
}

/** Describes what moderators do with documents of a type; absent where they do nothing. Documents whose fields they change have revisions. */
export function describeAbilities(
  type: DocumentType,
): Partial<Pick<DocumentTypeDescription, 'moderatorAbilities' | 'requiresRevision'>> {
  const removal = describeRemoval(type);
  const changeFields = listModeratorFields(type);
  if (removal === undefined && changeFields.length === 0) return {};
  return {
    moderatorAbilities: { ...(removal && { removal }), changeFields },
    ...(changeFields.length > 0 && { requiresRevision: true }),
  };
}

function describeRemoval(type: DocumentType): RemovalDescription | undefined {
  const abilities = getMember(type.node, 'moderatorAbilities');
  if (getBoolean(getMember(abilities, 'delete')) !== true) return undefined;
  const within = getInteger(getMember(abilities, 'deleteWithin'));
  return {
    ...(within === undefined ? {} : { within: Number(within) }),
    keepsRecord: getBoolean(getMember(abilities, 'deleteKeepsRecord')) ?? true,
    refundsOwner: getBoolean(getMember(abilities, 'deleteRefundsOwner')) ?? false,
    keptFields: listTexts(getMember(abilities, 'deleteKeepsFields')),
    isOnlyWay: getTargetKind(type) === 'moderated',
  };
}

import type { Contract } from '../model/contract.js';
import { readModeration } from '../model/moderation.js';
import { listTexts } from '../model/type-traits.js';
import { getMember, getText } from '../source/json-node.js';
import type { ModerationDescription } from './contract-description.js';

/** Describes the moderation of a contract; absent where it has none. */
export function describeModeration(contract: Contract): { readonly moderation?: ModerationDescription } {
  const moderation = readModeration(contract);
  if (moderation === undefined) return {};
  const { kind = '', lists, moderators } = moderation;
  const interim = getMember(moderators, 'interim');
  const acting = kind === 'elected' ? interim : moderators;
  return {
    moderation: {
      lists,
      moderators: kind,
      acting: kind === 'elected' ? (getText(getMember(interim, '$type')) ?? 'noModeration') : kind,
      identities: listTexts(getMember(acting, 'identities')),
    },
  };
}

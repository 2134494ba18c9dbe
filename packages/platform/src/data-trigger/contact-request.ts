import { identifierText } from '../bytes/identifier.js';
import { creditsOf } from '../identity/credits.js';
import { compareKeys } from '../query/select-keys.js';
import { dataOf, type DataTrigger } from './data-trigger.js';

/** A request to become a contact goes to another identity, which there is. */
export const contactRequest: DataTrigger = async ({ context, signerId }, proposal) => {
  const { toUserId } = dataOf(proposal);
  if (!(toUserId instanceof Uint8Array)) return ['a recipient in toUserId'];
  if (compareKeys(toUserId, signerId) === 0) return ['another identity than the sender in toUserId'];
  const balance = await creditsOf(context.view, identifierText(toUserId));
  return balance === undefined ? ['the id of an identity in toUserId'] : [];
};

import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { findBalance } from '../../state/identity/credits.js';
import { proposalData, type DataTrigger } from './data-trigger.js';

/** Returns a request to become a contact goes to another identity, which there is. */
export const checkContactRequest: DataTrigger = async ({ context, signerId }, proposal) => {
  const { toUserId } = proposalData(proposal);
  if (!(toUserId instanceof Uint8Array)) return ['a recipient in toUserId'];
  if (compareBytes(toUserId, signerId) === 0) return ['another identity than the sender in toUserId'];
  const balance = await findBalance(context.view, toUserId);
  return balance === undefined ? ['the id of an identity in toUserId'] : [];
};

import type { CommittedState } from '@dapikit/platform';
import { encode, tokenConfigurationChangeItem } from '@dapikit/protocol';
import { oneofMember } from './platform-query.js';
import { priceMember } from './token-price.js';

type Action = Awaited<ReturnType<CommittedState['groupActions']>>[number]['action'];
type TokenEvent = Action['event']['event'];

/** Returns a note as the member of its message; none where there is none. */
const noteMember = (note: string | undefined): { publicNote?: string } =>
  note === undefined ? {} : { publicNote: note };

/**
 * Returns the event of an action as the message of the network.
 *
 * Source: `query_group_actions` in `packages/rs-drive-abci` of dashpay/platform. Groups decide about no other events.
 */
export function groupActionEvent({ event: { event } }: Action) {
  const type = tokenEventType(event);
  return type === undefined ? undefined : { eventType: oneofMember('tokenEvent', { type }) };
}

function tokenEventType(event: TokenEvent) {
  switch (event.type) {
    case 'mint':
      return oneofMember('mint', {
        amount: event.amount,
        recipientId: event.recipientId,
        ...noteMember(event.note),
      });
    case 'burn':
      return oneofMember('burn', {
        amount: event.amount,
        burnFromId: event.burnFromId,
        ...noteMember(event.note),
      });
    case 'freeze':
      return oneofMember('freeze', { frozenId: event.identityId, ...noteMember(event.note) });
    case 'unfreeze':
      return oneofMember('unfreeze', { frozenId: event.identityId, ...noteMember(event.note) });
    case 'destroyFrozenFunds':
      return oneofMember('destroyFrozenFunds', {
        frozenId: event.identityId,
        amount: event.amount,
        ...noteMember(event.note),
      });
    case 'emergencyAction':
      return oneofMember('emergencyAction', {
        actionType: event.action === 'pause' ? 0 : 1,
        ...noteMember(event.note),
      });
    case 'configUpdate':
      return oneofMember('tokenConfigUpdate', {
        tokenConfigUpdateItem: encode(tokenConfigurationChangeItem, event.item),
        ...noteMember(event.note),
      });
    case 'directPricing':
      return oneofMember('updatePrice', {
        ...(event.price === undefined ? {} : { price: priceMember(event.price) }),
        ...noteMember(event.note),
      });
    default:
      return undefined;
  }
}

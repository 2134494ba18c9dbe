import type { TokenAction } from '../batch/token-transition.js';
import { encode } from '../codec/serialize.js';
import { tokenConfigurationChangeItem } from '../token/token-configuration-change-item.js';
import type { TokenPricingSchedule } from '../token/token-pricing-schedule.js';
import { doubleSha256, joined } from './hashes.js';

const UTF_8 = new TextEncoder();

/** Says who proposes an action about which token, with which nonce. Ids have 32 bytes. */
export interface GroupActionOrigin {
  readonly tokenId: Uint8Array;
  readonly proposerId: Uint8Array;
  readonly nonce: bigint;
}

/**
 * Returns the id of the action that a token transition proposes to a group; nothing for transitions that groups cannot make:
 * transfers, claims and purchases. Source: `calculate_action_id` of each token transition in `packages/rs-dpp` of dashpay/platform.
 */
export function groupActionId(
  action: TokenAction,
  { tokenId, proposerId, nonce }: GroupActionOrigin,
): Uint8Array | undefined {
  const named = actionContent(action);
  if (named === undefined) return undefined;
  const [name, content] = named;
  return doubleSha256(
    joined(UTF_8.encode(`action_token_${name}`), tokenId, proposerId, u64BigEndian(nonce), content),
  );
}

/** Returns the name and the content of an action as its id has them. */
function actionContent(action: TokenAction): readonly [name: string, content: Uint8Array] | undefined {
  switch (action.action) {
    case 'mint':
      return ['mint', u64BigEndian(action.amount)];
    case 'burn':
      return ['burn', u64BigEndian(action.burnAmount)];
    case 'freeze':
      return ['freeze', action.frozenIdentityId];
    case 'unfreeze':
      return ['unfreeze', action.frozenIdentityId];
    case 'destroyFrozenFunds':
      return ['destroy', action.frozenIdentityId];
    case 'emergencyAction':
      return ['emergency_action', Uint8Array.of(action.emergencyAction === 'pause' ? 0 : 1)];
    case 'configUpdate':
      return [
        'config_update',
        encode(tokenConfigurationChangeItem, action.updateTokenConfigurationItem).slice(0, 1),
      ];
    case 'setPriceForDirectPurchase':
      return ['set_price_for_direct_purchase', priceContent(action.price)];
    default:
      return undefined;
  }
}

/** Returns the price of the smallest amount that is for sale. */
function priceContent(price: TokenPricingSchedule | undefined): Uint8Array {
  if (price === undefined) return new Uint8Array();
  if (price.type === 'singlePrice') return u64BigEndian(price.price);
  const [[, lowest] = [0n, 0n]] = [...price.prices].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return u64BigEndian(lowest);
}

function u64BigEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

import { protocolAt } from '@dapikit/contract/protocol-versions';
import type { TokenAction } from '../batch/token-transition.js';
import { u16BigEndian, u64BigEndian } from '../codec/big-endian.js';
import { encode, encodeLittleEndian } from '../codec/serialize.js';
import { authorizedActionTakers, type AuthorizedActionTakers } from '../token/change-control-rules.js';
import {
  tokenConfigurationChangeItem,
  type TokenConfigurationChangeItem,
} from '../token/token-configuration-change-item.js';
import { tokenConventions, tokenTradeMode } from '../token/token-configuration.js';
import { tokenPerpetualDistribution } from '../token/token-distribution-rules.js';
import { tokenPricingSchedule, type TokenPricingSchedule } from '../token/token-pricing-schedule.js';
import { doubleSha256, joined } from './hashes.js';

const UTF_8 = new TextEncoder();

const NO_CONTENT = new Uint8Array();

/** Says who proposes an action about which token, with which nonce. Ids have 32 bytes. */
export interface GroupActionOrigin {
  readonly tokenId: Uint8Array;
  readonly proposerId: Uint8Array;
  readonly nonce: bigint;
  readonly protocolVersion: number;
}

/**
 * Returns the id of the action that a token transition proposes to a group; nothing for transitions that groups cannot make:
 * transfers, claims and purchases. Source: `calculate_action_id` of each token transition in `packages/rs-dpp` of dashpay/platform.
 */
export function groupActionId(
  action: TokenAction,
  { tokenId, proposerId, nonce, protocolVersion }: GroupActionOrigin,
): Uint8Array | undefined {
  const named = actionContent(action, protocolAt(protocolVersion).wholeGroupActionIds);
  if (named === undefined) return undefined;
  const [name, content] = named;
  return doubleSha256(
    joined(UTF_8.encode(`action_token_${name}`), tokenId, proposerId, u64BigEndian(nonce), content),
  );
}

/** Returns the name and the content of an action as its id has them. */
function actionContent(
  action: TokenAction,
  isWhole: boolean,
): readonly [name: string, content: Uint8Array] | undefined {
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
      return ['config_update', changeContent(action.updateTokenConfigurationItem, isWhole)];
    case 'setPriceForDirectPurchase':
      return ['set_price_for_direct_purchase', priceContent(action.price, isWhole)];
    default:
      return undefined;
  }
}

/** Returns all prices, or the price of the smallest amount that is for sale. */
function priceContent(price: TokenPricingSchedule | undefined, isWhole: boolean): Uint8Array {
  if (price === undefined) return NO_CONTENT;
  if (isWhole) return encodeLittleEndian(tokenPricingSchedule, price);
  if (price.type === 'singlePrice') return u64BigEndian(price.price);
  const [[, lowest] = [0n, 0n]] = [...price.prices].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return u64BigEndian(lowest);
}

/** Returns the number of the setting, and its new value. Source: `payload_serialization` of the item in `packages/rs-dpp`. */
function changeContent(item: TokenConfigurationChangeItem, isWhole: boolean): Uint8Array {
  const number = encode(tokenConfigurationChangeItem, item).slice(0, 1);
  return isWhole ? joined(number, changeValue(item)) : number;
}

function changeValue(item: TokenConfigurationChangeItem): Uint8Array {
  switch (item.type) {
    case 'tokenConfigurationNoChange':
      return NO_CONTENT;
    case 'conventions':
      return encodeLittleEndian(tokenConventions, item.value);
    case 'maxSupply':
      return item.value === undefined ? NO_CONTENT : u64BigEndian(item.value);
    case 'perpetualDistribution':
      return item.value === undefined
        ? NO_CONTENT
        : encodeLittleEndian(tokenPerpetualDistribution, item.value);
    case 'newTokensDestinationIdentity':
      return item.value ?? NO_CONTENT;
    case 'mintingAllowChoosingDestination':
      return Uint8Array.of(item.value ? 1 : 0);
    case 'marketplaceTradeMode':
      return encodeLittleEndian(tokenTradeMode, item.value);
    case 'mainControlGroup':
      return item.value === undefined ? NO_CONTENT : u16BigEndian(item.value);
    default:
      return takersContent(item.value);
  }
}

function takersContent(takers: AuthorizedActionTakers): Uint8Array {
  const number = encode(authorizedActionTakers, takers).slice(0, 1);
  if (takers.type === 'identity') return joined(number, takers.identity);
  return takers.type === 'group' ? joined(number, u16BigEndian(takers.position)) : number;
}

import type { ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import { tokenBurn } from './token-burn.js';
import { tokenClaim } from './token-claim.js';
import { tokenConfigUpdate } from './token-config-update.js';
import { tokenDestroyFrozenFunds } from './token-destroy-frozen-funds.js';
import { tokenDirectPurchase } from './token-direct-purchase.js';
import { tokenEmergencyAction } from './token-emergency-action.js';
import { tokenFreeze } from './token-freeze.js';
import { tokenMint } from './token-mint.js';
import { tokenSetPriceForDirectPurchase } from './token-set-price-for-direct-purchase.js';
import { tokenTransfer } from './token-transfer.js';
import { tokenUnfreeze } from './token-unfreeze.js';

/** Describes a change of a token, an item of a batch. */
export const tokenTransition = enumOf(
  { name: 'TokenTransition', tag: 'action' },
  {
    burn: tokenBurn,
    mint: tokenMint,
    transfer: tokenTransfer,
    freeze: tokenFreeze,
    unfreeze: tokenUnfreeze,
    destroyFrozenFunds: tokenDestroyFrozenFunds,
    claim: tokenClaim,
    emergencyAction: tokenEmergencyAction,
    configUpdate: tokenConfigUpdate,
    directPurchase: tokenDirectPurchase,
    setPriceForDirectPurchase: tokenSetPriceForDirectPurchase,
  },
);

export type TokenTransition = ValueOf<typeof tokenTransition>;

type WithoutBase<T> = T extends unknown ? Omit<T, 'base' | 'formatVersion'> : never;

/** Describes what a token transition does, without the token and the group that it names. */
export type TokenAction = WithoutBase<TokenTransition>;

import { versioned, namesOf, enumOf } from '../codec/enum-of.js';
import { u64, u32 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct, named } from '../codec/struct.js';
import { tokenBase } from './token-base.js';
import { identifier, byteString } from '../codec/bytes.js';
import { tupleOf } from '../codec/tuple-of.js';
import { tokenConfigurationChangeItem } from '../token/token-configuration-change-item.js';
import { tokenPricingSchedule } from '../token/token-pricing-schedule.js';
import type { ValueOf } from '../codec/codec.js';

const FOLDER =
  'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition';

/** Burns tokens of the signer. */
const tokenBurn = versioned('TokenBurnTransition', [
  struct(
    {
      name: 'TokenBurnTransitionV0',
      summary: 'Burns tokens of the signer.',
      source: `${FOLDER}/token_burn_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      burnAmount: u64,
      publicNote: option(text),
    },
  ),
]);

/** Mints tokens. */
const tokenMint = versioned('TokenMintTransition', [
  struct(
    {
      name: 'TokenMintTransitionV0',
      summary: 'Mints tokens.',
      source: `${FOLDER}/token_mint_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      issuedToIdentityId: option(identifier),
      amount: u64,
      publicNote: option(text),
    },
  ),
]);

/** Gives tokens to another identity. Notes are encrypted for others with two key indices. */
const tokenTransfer = versioned('TokenTransferTransition', [
  struct(
    {
      name: 'TokenTransferTransitionV0',
      summary: 'Gives tokens to another identity. Notes are encrypted for others with two key indices.',
      source: `${FOLDER}/token_transfer_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      amount: named('$amount', u64),
      recipientId: identifier,
      publicNote: option(text),
      sharedEncryptedNote: option(tupleOf(u32, u32, byteString)),
      privateEncryptedNote: option(tupleOf(u32, u32, byteString)),
    },
  ),
]);

/** Freezes the tokens of an identity. */
const tokenFreeze = versioned('TokenFreezeTransition', [
  struct(
    {
      name: 'TokenFreezeTransitionV0',
      summary: 'Freezes the tokens of an identity.',
      source: `${FOLDER}/token_freeze_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      frozenIdentityId: identifier,
      publicNote: option(text),
    },
  ),
]);

/** Unfreezes the tokens of an identity. */
const tokenUnfreeze = versioned('TokenUnfreezeTransition', [
  struct(
    {
      name: 'TokenUnfreezeTransitionV0',
      summary: 'Unfreezes the tokens of an identity.',
      source: `${FOLDER}/token_unfreeze_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      frozenIdentityId: identifier,
      publicNote: option(text),
    },
  ),
]);

/** Destroys the frozen tokens of an identity. */
const tokenDestroyFrozenFunds = versioned('TokenDestroyFrozenFundsTransition', [
  struct(
    {
      name: 'TokenDestroyFrozenFundsTransitionV0',
      summary: 'Destroys the frozen tokens of an identity.',
      source: `${FOLDER}/token_destroy_frozen_funds_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      frozenIdentityId: identifier,
      publicNote: option(text),
    },
  ),
]);

/** Claims tokens of a distribution. */
const tokenClaim = versioned('TokenClaimTransition', [
  struct(
    {
      name: 'TokenClaimTransitionV0',
      summary: 'Claims tokens of a distribution.',
      source: `${FOLDER}/token_claim_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      distributionType: namesOf('TokenDistributionType', ['PreProgrammed', 'Perpetual']),
      publicNote: option(text),
    },
  ),
]);

/** Pauses a token, or resumes it. */
const tokenEmergencyAction = versioned('TokenEmergencyActionTransition', [
  struct(
    {
      name: 'TokenEmergencyActionTransitionV0',
      summary: 'Pauses a token, or resumes it.',
      source: `${FOLDER}/token_emergency_action_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      emergencyAction: namesOf('TokenEmergencyAction', ['pause', 'resume']),
      publicNote: option(text),
    },
  ),
]);

/** Changes a setting of a token. */
const tokenConfigUpdate = versioned('TokenConfigUpdateTransition', [
  struct(
    {
      name: 'TokenConfigUpdateTransitionV0',
      summary: 'Changes a setting of a token.',
      source: `${FOLDER}/token_config_update_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      updateTokenConfigurationItem: tokenConfigurationChangeItem,
      publicNote: option(text),
    },
  ),
]);

/** Buys tokens of the owner of the contract. */
const tokenDirectPurchase = versioned('TokenDirectPurchaseTransition', [
  struct(
    {
      name: 'TokenDirectPurchaseTransitionV0',
      summary: 'Buys tokens of the owner of the contract.',
      source: `${FOLDER}/token_direct_purchase_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      tokenCount: u64,
      totalAgreedPrice: u64,
    },
  ),
]);

/** Sets the price of a token, or ends its sale. */
const tokenSetPriceForDirectPurchase = versioned('TokenSetPriceForDirectPurchaseTransition', [
  struct(
    {
      name: 'TokenSetPriceForDirectPurchaseTransitionV0',
      summary: 'Sets the price of a token, or ends its sale.',
      source: `${FOLDER}/token_set_price_for_direct_purchase_transition/v0/mod.rs`,
    },
    {
      base: inlined(tokenBase),
      price: named('issuedToIdentityId', option(tokenPricingSchedule)),
      publicNote: option(text),
    },
  ),
]);

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

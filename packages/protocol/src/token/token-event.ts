import { byteString, identifier } from '../codec/bytes.js';
import type { ValueOf } from '../codec/codec.js';
import { enumOf, namesOf } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { tupleOf } from '../codec/tuple-of.js';
import { tokenConfigurationChangeItem } from './token-configuration-change-item.js';
import { tokenPricingSchedule } from './token-pricing-schedule.js';

const FOLDER = 'packages/rs-dpp/src';

const form = (name: string, summary: string) => ({
  name,
  summary,
  source: `${FOLDER}/tokens/token_event.rs`,
});

const recipient = (name: string) =>
  struct(
    {
      name,
      summary: 'Names who gets tokens.',
      source: `${FOLDER}/data_contract/associated_token/token_perpetual_distribution/distribution_recipient.rs`,
    },
    { recipientId: identifier },
  );

/** Says from which distribution tokens were claimed, and for whom. */
const claimedDistribution = enumOf(
  { name: 'TokenDistributionTypeWithResolvedRecipient', tag: 'type' },
  {
    preProgrammed: recipient('PreProgrammed'),
    perpetual: struct(form('Perpetual', 'Names who gets tokens of a perpetual distribution.'), {
      recipient: enumOf(
        { name: 'TokenDistributionResolvedRecipient', tag: 'type' },
        {
          contractOwner: recipient('ContractOwnerIdentity'),
          identity: recipient('Identity'),
          evonode: recipient('Evonode'),
        },
      ),
    }),
  },
);

const note = option(text);
const encryptedNote = option(tupleOf(u32, u32, byteString));
const frozen = (name: string, summary: string) =>
  struct(form(name, summary), { identityId: identifier, note });

/** Describes a change of a token as its history and the actions of groups record it. */
export const tokenEvent = enumOf(
  { name: 'TokenEvent', tag: 'type' },
  {
    mint: struct(form('Mint', 'Mints tokens for an identity.'), {
      amount: u64,
      recipientId: identifier,
      note,
    }),
    burn: struct(form('Burn', 'Burns tokens of an identity.'), { amount: u64, burnFromId: identifier, note }),
    freeze: frozen('Freeze', 'Freezes the account of an identity.'),
    unfreeze: frozen('Unfreeze', 'Unfreezes the account of an identity.'),
    destroyFrozenFunds: struct(form('DestroyFrozenFunds', 'Burns what a frozen account has.'), {
      identityId: identifier,
      amount: u64,
      note,
    }),
    transfer: struct(form('Transfer', 'Gives tokens to another identity.'), {
      recipientId: identifier,
      note,
      sharedEncryptedNote: encryptedNote,
      privateEncryptedNote: encryptedNote,
      amount: u64,
    }),
    claim: struct(form('Claim', 'Gives out tokens of a distribution.'), {
      distribution: claimedDistribution,
      amount: u64,
      note,
    }),
    emergencyAction: struct(form('EmergencyAction', 'Pauses a token, or resumes it.'), {
      action: namesOf('TokenEmergencyAction', ['pause', 'resume']),
      note,
    }),
    configUpdate: struct(form('ConfigUpdate', 'Changes a setting of a token.'), {
      item: tokenConfigurationChangeItem,
      note,
    }),
    directPricing: struct(
      form('ChangePriceForDirectPurchase', 'Sets the price of a token, or ends its sale.'),
      {
        price: option(tokenPricingSchedule),
        note,
      },
    ),
    directPurchase: struct(form('DirectPurchase', 'Buys tokens; the cost is in credits.'), {
      amount: u64,
      cost: u64,
    }),
  },
);

export type TokenEvent = ValueOf<typeof tokenEvent>;

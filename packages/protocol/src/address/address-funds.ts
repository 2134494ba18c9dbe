import type { ValueOf } from '../codec/codec.js';
import { byteString } from '../codec/bytes.js';
import { enumOf } from '../codec/enum-of.js';
import { u16, u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { sortedListOf } from '../codec/sorted-list-of.js';
import { struct } from '../codec/struct.js';
import { compareAddresses, platformAddress } from './platform-address.js';

const FOLDER = 'packages/rs-dpp/src/address_funds';

/**
 * Describes the credits that each address gives, in the order of addresses; `nonce` is the address's own, one above the
 * last.
 */
export const addressInputs = sortedListOf(
  struct(
    { name: 'AddressInput', summary: 'Takes credits from an address.', source: `${FOLDER}/serde_helpers` },
    { address: platformAddress, nonce: u32, amount: u64 },
  ),
  (a, b) => compareAddresses(a.address, b.address),
);

/** Describes an address and the credits that it receives. */
export const addressOutput = struct(
  { name: 'AddressOutput', summary: 'Gives credits to an address.', source: `${FOLDER}/serde_helpers` },
  { address: platformAddress, amount: u64 },
);

/** Describes the credits that addresses receive, in the order of addresses. */
export const addressOutputs = sortedListOf(addressOutput, (a, b) => compareAddresses(a.address, b.address));

/** Describes the credits that addresses receive; the one without an amount receives the remainder. */
export const addressOutputsWithRemainder = sortedListOf(
  struct(
    {
      name: 'AddressOutputOrRemainder',
      summary: 'Gives credits, or the rest, to an address.',
      source: `${FOLDER}/serde_helpers`,
    },
    { address: platformAddress, amount: option(u64) },
  ),
  (a, b) => compareAddresses(a.address, b.address),
);

const feeStep = (name: string, summary: string) =>
  struct({ name, summary, source: `${FOLDER}/fee_strategy/mod.rs` }, { index: u16 });

/** Describes the addresses that pay the fee, in order. */
export const feeStrategy = listOf(
  enumOf(
    { name: 'FeeStrategyStep', tag: 'type' },
    {
      deductFromInput: feeStep('DeductFromInput', 'Takes the fee from an input.'),
      reduceOutput: feeStep('ReduceOutput', 'Takes the fee from an output.'),
    },
  ),
);

/** Describes the signatures of the owners of the inputs. */
export const addressWitnesses = listOf(
  enumOf(
    { name: 'AddressWitness', tag: 'type', isRawByte: true },
    {
      p2pkh: struct(
        {
          name: 'P2pkhWitness',
          summary: 'Signs with the key of the address.',
          source: `${FOLDER}/witness.rs`,
        },
        { signature: byteString },
      ),
      p2sh: struct(
        {
          name: 'P2shWitness',
          summary: 'Fulfils the script of the address.',
          source: `${FOLDER}/witness.rs`,
        },
        { signatures: listOf(byteString), redeemScript: byteString },
      ),
    },
  ),
);

export type AddressInput = ValueOf<typeof addressInputs>[number];

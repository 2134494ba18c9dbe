import { readFunds } from './read-address-funds.js';
import { addressName, readAddress } from '../state/address/address-name.js';
import { creditAddress, findAddresses, type AddressState } from '../state/address/address-store.js';
import {
  readOptionalOutput,
  readOutputs,
  type AddressAmount,
  type AddressFunds,
} from '../state/address/read-funds.js';
import {
  identityFromAddresses,
  topUpFromAddresses,
} from '../execution/address-transition/identity-from-addresses.js';
import { addressTransfer } from '../execution/address-transition/transfer-address-funds.js';
import { InputError } from '../base/errors/input-error.js';
import { issueCredits } from '../state/identity/credits.js';
import { FIRST_KEYS, type KeyInput } from '../state/identity/read-keys.js';
import { identityInfo, type IdentityInfo } from '../execution/identity-transition/identity-info.js';
import {
  transferToAddresses,
  type TransferToAddresses,
} from '../execution/identity-transition/transfer-to-addresses.js';
import { readId, readUnsigned } from '../state/input/read-input.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';

/** Describes a platform address. */
export interface AddressInfo extends AddressState {
  /** Text, such as `tdash1…`. */
  readonly address: string;
}

/** Describes a transfer between addresses. */
export interface TransferAddressFunds extends AddressFunds {
  /** Recipients of the credits: together as many as the inputs give. */
  readonly outputs: readonly AddressAmount[];
}

/** Describes credits of addresses for an identity. */
export interface FundIdentity extends AddressFunds {
  /** An address that gets a part of what the inputs give. */
  readonly output?: AddressAmount;
}

/** Describes a new identity that addresses pay for. */
export interface CreateIdentityFromAddresses extends FundIdentity {
  /** As of `createIdentity`. */
  readonly keys?: readonly KeyInput[];
}

/** Funds, reads and spends platform addresses. Rejects with `ConsensusError` as the network does. */
export interface AddressApi {
  /** Gives an address credits without a signature, as if layer 1 had paid for them. */
  fundAddress(input: AddressAmount): Promise<AddressInfo>;
  /** Returns the nonce and the balance of an address; nothing where it never had credits. */
  getAddress(input: { readonly address: string }): Promise<AddressInfo | undefined>;
  /** Moves credits of an identity to addresses. */
  transferToAddresses(input: TransferToAddresses): Promise<Receipt>;
  /** Moves credits between addresses. */
  transferAddressFunds(input: TransferAddressFunds): Promise<Receipt>;
  /** Creates an identity with credits of addresses. Its id follows from these and their nonces. */
  createIdentityFromAddresses(
    input: CreateIdentityFromAddresses,
  ): Promise<Receipt & { readonly identity: IdentityInfo }>;
  /** Tops up an identity with credits of addresses. */
  topUpIdentityFromAddresses(
    input: FundIdentity & { readonly id: string },
  ): Promise<Receipt & { readonly identity: IdentityInfo }>;
}

/** Returns the platform addresses of a chain. */
export function addressApi(chain: PlatformChain): AddressApi {
  const { network } = chain.rules;
  const named = (address: Uint8Array, state: AddressState): AddressInfo => ({
    address: addressName(address, network),
    ...state,
  });
  return {
    fundAddress: async (input) => {
      const address = readAddress(input.address, 'address');
      const credits = readUnsigned(input.credits, 'credits');
      return chain.applySystemEvent(async (view) => {
        await issueCredits(view, credits);
        return named(address, await creditAddress(view, address, credits));
      });
    },
    getAddress: async (input) => {
      const address = readAddress(input.address, 'address');
      return chain.read(async (view) => {
        const [state] = await findAddresses(view, [address]);
        return state && named(address, state);
      });
    },
    transferToAddresses: async (input) => chain.execute(transferToAddresses(input)),
    transferAddressFunds: async ({ outputs, ...funds }) =>
      chain.execute(addressTransfer({ ...readFunds(funds), outputs: readOutputs(outputs) })),
    createIdentityFromAddresses: async ({ keys = FIRST_KEYS, output, ...funds }) => {
      if (!Array.isArray(keys)) throw new InputError('keys', { expected: 'an array', found: keys });
      const request = { ...readFunds(funds), outputs: readOptionalOutput(output), keys };
      const { identity, ...receipt } = await chain.execute(identityFromAddresses(request));
      return { identity: identityInfo(identity), ...receipt };
    },
    topUpIdentityFromAddresses: async ({ id, output, ...funds }) => {
      const identityId = readId(id, 'id');
      const request = { ...readFunds(funds), outputs: readOptionalOutput(output) };
      const { identity, ...receipt } = await chain.execute(topUpFromAddresses(request, identityId));
      return { identity: identityInfo(identity), ...receipt };
    },
  };
}

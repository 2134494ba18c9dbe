import { bytesToHex } from '@noble/hashes/utils.js';
import { readFunds } from './read-address-funds.js';
import { readOptionalOutput, type AddressAmount, type AddressFunds } from '../address/read-funds.js';
import { addressWithdrawal } from '../address-transition/withdraw-address-funds.js';
import { identifierText } from '../bytes/identifier.js';
import { InputError } from '../errors/input-error.js';
import { creditWithdrawal } from '../identity-transition/withdraw-credits.js';
import { readUnsigned, type IntegerInput } from '../input/read-input.js';
import type { PlatformChain, Receipt } from '../transition/platform-chain.js';
import { settleWithdrawals, type SettledWithdrawals } from '../transition/settle-withdrawals.js';
import type { Signed } from '../transition/transition.js';
import { readWithdrawalTerms, type WithdrawalInput } from '../withdrawal/read-terms.js';
import {
  listWithdrawals,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '../withdrawal/withdrawal-documents.js';
import type { WithdrawalTarget } from '../withdrawal/withdrawal-target.js';

/** Describes a withdrawal of an identity. */
export interface WithdrawCredits extends Signed, WithdrawalInput {
  readonly credits: IntegerInput;
}

/** Describes a withdrawal of addresses: what the inputs give and the output does not get. */
export interface WithdrawAddressFunds extends AddressFunds, WithdrawalInput {
  /** An address of the platform that gets a part of what the inputs give. */
  readonly output?: AddressAmount;
}

/** Describes a withdrawal. */
export interface WithdrawalInfo {
  /** Of its document, in base58. */
  readonly id: string;
  /** Base58. */
  readonly ownerId: string;
  readonly status: WithdrawalStatus;
  readonly credits: bigint;
  /** Hexadecimal digits. */
  readonly outputScript: string;
  /** In duffs. */
  readonly coreFeePerByte: number;
  /** The number of its asset unlock; from when it is pooled. */
  readonly index?: bigint;
  /** The height of layer 1 at which the asset unlock was signed; from when it is broadcasted. */
  readonly signHeight?: number;
}

/** Withdraws credits to layer 1. Rejects with `ConsensusError` as the network does. */
export interface WithdrawalApi {
  /** Withdraws credits of an identity; without an address, to that of its newest TRANSFER key of type ECDSA_HASH160. */
  withdrawCredits(input: WithdrawCredits): Promise<Receipt>;
  /** Withdraws credits of platform addresses. */
  withdrawAddressFunds(input: WithdrawAddressFunds): Promise<Receipt>;
  /** Lists up to 100 withdrawals of a status, or of each, the oldest first. */
  getWithdrawals(input?: { readonly status?: WithdrawalStatus }): Promise<readonly WithdrawalInfo[]>;
  /** Brings withdrawals on, as far as layer 1 takes them now. Without layer 1, they stay queued. */
  settleWithdrawals(): Promise<SettledWithdrawals>;
}

/** Lists withdrawals with what only the platform itself does with them. */
export interface LocalWithdrawals extends WithdrawalApi {
  /** Settles withdrawals soon, after a transition that withdraws. What fails then is tried again at the next block of layer 1. */
  readonly settleSoon: () => void;
  /** Resolves when nothing is being settled. */
  readonly idle: () => Promise<void>;
}

const NOTHING: SettledWithdrawals = { pooled: 0, broadcasted: 0, complete: 0, expired: 0 };

/** Returns the withdrawals of a chain. @param target what pays them out; nothing where the platform knows no layer 1 */
export function withdrawalApi(chain: PlatformChain, target: WithdrawalTarget | undefined): LocalWithdrawals {
  const { contracts, rules } = chain;
  let settling: Promise<unknown> = Promise.resolve();
  let queued: Promise<SettledWithdrawals> | undefined;
  // One after another: two would send the same withdrawal twice. Calls meanwhile share the next one.
  const settle = async (): Promise<SettledWithdrawals> => {
    if (target === undefined) return NOTHING;
    if (queued !== undefined) return queued;
    const settled = settling.then(async () => {
      queued = undefined;
      return settleWithdrawals(chain, target);
    });
    queued = settled;
    settling = settled.catch(() => undefined);
    return settled;
  };
  const settleSoon = (): void => {
    settle().catch(() => undefined);
  };
  const executed = (receipt: Receipt): Receipt => {
    settleSoon();
    return receipt;
  };
  return {
    withdrawCredits: async ({ credits, coreAddress, outputScript, coreFeePerByte, pooling, ...signed }) => {
      const terms = readWithdrawalTerms(definedOf({ coreAddress, outputScript, coreFeePerByte, pooling }));
      const amount = readUnsigned(credits, 'credits');
      return executed(
        await chain.execute(creditWithdrawal(signed, { ...terms, credits: amount, allowsOwner: true })),
      );
    },
    withdrawAddressFunds: async ({ output, ...input }) => {
      const { outputScript, ...terms } = readWithdrawalTerms(input);
      if (outputScript === undefined)
        throw new InputError('coreAddress', { expected: 'an address of layer 1', found: undefined });
      const request = { ...readFunds(input), ...terms, outputScript, outputs: readOptionalOutput(output) };
      return executed(await chain.execute(addressWithdrawal(request)));
    },
    getWithdrawals: async ({ status } = {}) => {
      const statuses = WITHDRAWAL_STATUSES.filter((one) => status === undefined || one === status);
      if (statuses.length === 0)
        throw new InputError('status', {
          expected: `one of ${WITHDRAWAL_STATUSES.join(', ')}`,
          found: status,
        });
      return chain.read(async (view) => {
        const found: WithdrawalInfo[] = [];
        for (const one of statuses)
          for (const { document, index, signHeight, ...withdrawal } of await listWithdrawals(
            view,
            { contracts, keyOrder: rules.keyOrder },
            one,
          ))
            found.push({
              id: identifierText(document.id),
              ownerId: identifierText(document.ownerId),
              ...withdrawal,
              outputScript: bytesToHex(withdrawal.outputScript),
              ...(index === undefined ? {} : { index }),
              ...(signHeight === undefined ? {} : { signHeight }),
            });
        return found;
      });
    },
    settleWithdrawals: settle,
    settleSoon,
    idle: async () => {
      await settling;
    },
  };
}

/** Returns members without those that are absent. */
const definedOf = (input: { readonly [Name in keyof WithdrawalInput]: WithdrawalInput[Name] | undefined }) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only absent members are left out
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as WithdrawalInput;

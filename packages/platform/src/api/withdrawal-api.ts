import { readSigner } from '../state/input/read-signed.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readFunds } from './read-address-funds.js';
import { readOptionalOutput, type AddressAmount, type AddressFunds } from '../state/address/read-funds.js';
import { addressWithdrawal } from '../execution/address-transition/withdraw-address-funds.js';
import { identifierText } from '../base/bytes/identifier.js';
import { InputError } from '../base/errors/input-error.js';
import { creditWithdrawal } from '../execution/identity-transition/withdraw-credits.js';
import { readUnsigned, type IntegerInput } from '../state/input/read-input.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import { settleWithdrawals, type SettledWithdrawals } from '../execution/transition/settle-withdrawals.js';
import type { Signed } from '../execution/transition/transition.js';
import { readWithdrawalTerms, type WithdrawalInput } from '../state/withdrawal/read-terms.js';
import {
  listWithdrawals,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from '../state/withdrawal/withdrawal-documents.js';
import type { WithdrawalTarget } from '../state/withdrawal/withdrawal-target.js';

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
  /** Id of its document, in base58. */
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

const NOTHING: SettledWithdrawals = { pooled: 0, broadcasted: 0, complete: 0, expired: 0 };

/** Settles withdrawals one after another: two at once would send the same withdrawal twice. */
export class WithdrawalSettling {
  #settling: Promise<unknown> = Promise.resolve();
  #queued: Promise<SettledWithdrawals> | undefined;

  /** @param target what pays withdrawals out; nothing where the platform knows no layer 1 */
  constructor(
    private readonly chain: PlatformChain,
    private readonly target: WithdrawalTarget | undefined,
  ) {}

  /** Settles what layer 1 takes now. Calls during another one share the next. */
  async settle(): Promise<SettledWithdrawals> {
    const { chain, target } = this;
    if (target === undefined) return NOTHING;
    if (this.#queued !== undefined) return this.#queued;
    const settled = this.#settling.then(async () => {
      this.#queued = undefined;
      return settleWithdrawals(chain, target);
    });
    this.#queued = settled;
    this.#settling = settled.catch(() => undefined);
    return settled;
  }

  /** Settles withdrawals soon, after a transition that withdraws. What fails then is tried again at the next block of layer 1. */
  settleSoon(): void {
    this.settle().catch(() => undefined);
  }

  /** Resolves when nothing is being settled. */
  async idle(): Promise<void> {
    await this.#settling;
  }
}

/** Creates the methods of withdrawals for a chain. */
export function withdrawalApi(chain: PlatformChain, settling: WithdrawalSettling): WithdrawalApi {
  const executed = (receipt: Receipt): Receipt => {
    settling.settleSoon();
    return receipt;
  };
  return {
    withdrawCredits: async ({ credits, coreAddress, outputScript, coreFeePerByte, pooling, ...signer }) => {
      const signed = readSigner(signer);
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
    getWithdrawals: async ({ status } = {}) => readWithdrawals(chain, status),
    settleWithdrawals: async () => settling.settle(),
  };
}

async function readWithdrawals(
  chain: PlatformChain,
  status: WithdrawalStatus | undefined,
): Promise<readonly WithdrawalInfo[]> {
  const statuses = WITHDRAWAL_STATUSES.filter((one) => status === undefined || one === status);
  if (statuses.length === 0)
    throw new InputError('status', { expected: `one of ${WITHDRAWAL_STATUSES.join(', ')}`, found: status });
  const source = { contracts: chain.contracts, keyOrder: chain.rules.keyOrder };
  return chain.read(async (view) => {
    const found: WithdrawalInfo[] = [];
    for (const one of statuses)
      for (const withdrawal of await listWithdrawals(view, source, one))
        found.push(describeWithdrawal(withdrawal));
    return found;
  });
}

const describeWithdrawal = ({ document, index, signHeight, ...withdrawal }: Withdrawal): WithdrawalInfo => ({
  id: identifierText(document.id),
  ownerId: identifierText(document.ownerId),
  ...withdrawal,
  outputScript: bytesToHex(withdrawal.outputScript),
  ...(index === undefined ? {} : { index }),
  ...(signHeight === undefined ? {} : { signHeight }),
});

/** Returns members without those that are absent. */
const definedOf = (input: { readonly [Name in keyof WithdrawalInput]: WithdrawalInput[Name] | undefined }) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only absent members are left out
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as WithdrawalInput;

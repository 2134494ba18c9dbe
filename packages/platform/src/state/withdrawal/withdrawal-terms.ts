import { ConsensusError } from '../../base/errors/consensus-error.js';
import { POOLINGS } from '../../base/errors/address-errors.js';

/** Names how a withdrawal may share a transaction with others. */
export type Pooling = (typeof POOLINGS)[number];

/** Describes how a withdrawal is paid out. */
export interface WithdrawalTerms {
  /** In duffs. */
  readonly coreFeePerByte: number;
  readonly pooling: Pooling;
  /** Script that gets the coins. */
  readonly outputScript: Uint8Array | undefined;
}

/** Lists the bounds of a withdrawal, in credits. Source: `system_limits` in dashpay/platform. */
export const WITHDRAWAL_AMOUNTS = { minAmount: 190_000n, maxAmount: 50_000_000_000_000n } as const;

/** Smallest fee, in duffs per byte. Source: `MIN_CORE_FEE_PER_BYTE` in `packages/rs-dpp` of dashpay/platform. */
const MIN_CORE_FEE_PER_BYTE = 1;

/** Charges for the signatures of a quorum, in credits. Source: `perform_network_threshold_signing` in dashpay/platform. */
export const QUORUM_SIGNATURE_FEE = 100_000_000n;

/** Limits what those who pay must have at least, in credits. Source: `state_transition_min_fees` in dashpay/platform. */
export const MIN_WITHDRAWAL_FEE = 400_000_000n;

/** Returns whether a withdrawal has as many credits as one may have. */
export const isWithdrawalAmount = (credits: bigint): boolean =>
  credits >= WITHDRAWAL_AMOUNTS.minAmount && credits <= WITHDRAWAL_AMOUNTS.maxAmount;

/**
 * Checks how a withdrawal is paid out.
 *
 * Source: `identity_credit_withdrawal/structure/v1` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 10523, 10522 or 10521, unpaid
 */
export function checkWithdrawalTerms({ coreFeePerByte, pooling, outputScript }: WithdrawalTerms): void {
  if (pooling !== 'never')
    throw new ConsensusError('NotImplementedCreditWithdrawalTransitionPoolingError', {
      pooling: POOLINGS.indexOf(pooling),
    });
  if (!isFibonacci(coreFeePerByte))
    throw new ConsensusError('InvalidCreditWithdrawalTransitionCoreFeeError', {
      coreFeePerByte,
      minCoreFeePerByte: MIN_CORE_FEE_PER_BYTE,
    });
  if (outputScript !== undefined && !isPayment(outputScript))
    throw new ConsensusError('InvalidCreditWithdrawalTransitionOutputScriptError', { outputScript });
}

function isFibonacci(number: number): boolean {
  let [one, next] = [1, 2];
  while (one < number) [one, next] = [next, one + next];
  return one === number;
}

const P2PKH = { begin: [0x76, 0xa9, 0x14], end: [0x88, 0xac] };
const P2SH = { begin: [0xa9, 0x14], end: [0x87] };
const HASH_BYTES = 20;

/** Returns the script that pays to the hash of a key. */
export const payToKeyHash = (hash: Uint8Array): Uint8Array =>
  Uint8Array.of(...P2PKH.begin, ...hash, ...P2PKH.end);

/** Returns the script that pays to the hash of a script. */
export const payToScriptHash = (hash: Uint8Array): Uint8Array =>
  Uint8Array.of(...P2SH.begin, ...hash, ...P2SH.end);

/** Returns whether a script is P2PKH or P2SH. */
const isPayment = (script: Uint8Array): boolean =>
  [P2PKH, P2SH].some(
    ({ begin, end }) =>
      script.length === begin.length + HASH_BYTES + end.length &&
      begin.every((byte, at) => script[at] === byte) &&
      end.every((byte, at) => script[begin.length + HASH_BYTES + at] === byte),
  );

import type { ProtocolRules } from '../protocol/protocol-rules.js';

/** Lists the registration fees of the parts of a contract, in credits. */
export interface FeeSchedule {
  readonly base: bigint;
  readonly documentType: bigint;
  readonly plainIndex: bigint;
  readonly uniqueIndex: bigint;
  readonly contestedIndex: bigint;
  readonly token: bigint;
  readonly perpetualDistribution: bigint;
  readonly preProgrammedDistribution: bigint;
  /** For a distribution that each identity can claim once. */
  readonly identityDistribution: bigint;
  readonly keyword: bigint;
}

/** Defines the number of credits in a DASH. */
export const CREDITS_PER_DASH = 100_000_000_000n;

const milli = (thousandths: bigint): bigint => (CREDITS_PER_DASH / 1000n) * thousandths;

const FEE2: FeeSchedule = {
  base: milli(100n),
  documentType: milli(20n),
  plainIndex: milli(10n),
  uniqueIndex: milli(10n),
  contestedIndex: milli(1000n),
  token: milli(100n),
  perpetualDistribution: milli(100n),
  preProgrammedDistribution: milli(100n),
  identityDistribution: 0n,
  keyword: milli(100n),
};

/**
 * Lists the registration fees by version of the fee table.
 *
 * Source: `packages/rs-platform-version/src/version/fee/data_contract_registration` in dashpay/platform.
 */
export const FEE_SCHEDULES: Readonly<Record<ProtocolRules['fees'], FeeSchedule>> = {
  FEE1: {
    base: 0n,
    documentType: 0n,
    plainIndex: 0n,
    uniqueIndex: 0n,
    contestedIndex: 0n,
    token: 0n,
    perpetualDistribution: 0n,
    preProgrammedDistribution: 0n,
    identityDistribution: 0n,
    keyword: 0n,
  },
  FEE2,
  FEE3: { ...FEE2, identityDistribution: milli(100n) },
};

/** Credits for storing and processing each byte; stored bytes are bought at registration. */
export const STORAGE_CREDITS_PER_BYTE = { storage: 27_000n, processing: 400n } as const;

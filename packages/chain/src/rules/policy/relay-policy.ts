/** Describes the configurable limits of relayed transactions. */
export interface RelayPolicy {
  /** `-permitbaremultisig`: whether outputs may be multisig scripts themselves. */
  readonly permitBareMultisig: boolean;
  /** `-datacarrier`: whether outputs may carry data. */
  readonly acceptDataCarrier: boolean;
  /** `-datacarriersize`: bytes of an output script that carries data, at most. */
  readonly dataCarrierBytes: number;
  /** `-dustrelayfee`, in duffs per 1,000 bytes: an output that costs more than its value to spend at this rate is dust. */
  readonly dustRelayFee: bigint;
}

/**
 * Defines Dash Core's default relay policy. Source: `src/policy/policy.h` and `src/script/standard.h` in dashpay/dash.
 */
export const DEFAULT_RELAY_POLICY: RelayPolicy = {
  permitBareMultisig: true,
  acceptDataCarrier: true,
  dataCarrierBytes: 83,
  dustRelayFee: 3_000n,
};

/** Defines the fixed limits of relayed transactions. Source: `src/policy/policy.h` in dashpay/dash. */
export const RELAY_LIMITS = {
  /** The lowest and highest version. */
  versions: { lowest: 1, highest: 3 },
  /** A transaction of so many bytes or more is not relayed ("tx-size"). */
  transactionSize: 100_000,
  /** Nor is one of fewer bytes ("tx-size-small"), on any network and under any setting. */
  minTransactionSize: 83,
  /** Bytes of one scriptSig. */
  scriptSigSize: 1_650,
  /** Keys of a multisig output. */
  multisigKeys: 3,
  /** Signature operations of a script that is redeemed by its hash. */
  redeemedSigops: 15,
  /** Signature operations of a transaction; above it Core says "bad-txns-too-many-sigops". */
  sigops: 4_000,
  /** Bytes that each signature operation counts for in the size fees are measured by (`-bytespersigop`). */
  bytesPerSigop: 20,
} as const;

/** Returns the size by which a transaction's fee is measured. Source: GetVirtualTransactionSize in `src/policy/policy.cpp`. */
export function feeSize(size: number, sigops: number): number {
  return Math.max(size, sigops * RELAY_LIMITS.bytesPerSigop);
}

/**
 * Lists the defects of queries and keys that no note on protocol 14 mentions.
 *
 * Source: the notes on protocol 14 in `packages/rs-platform-version/src/version/v14.rs` of dashpay/platform.
 */
export const UNCORRECTED_DEFECTS = [
  'emptyBranchesUseLimit',
  'losesPageRows',
  'ignoresUnboundDescending',
  'tiesFollowIn',
  'omitsZeroSums',
  'flipsUnsignedKeys',
] as const;

/**
 * Lists the defects of the network in transitions, queries and contests, which a local platform can reproduce. Its quirks have the same names,
 * and say what each is.
 *
 * Source: the notes on protocol 14 in `packages/rs-platform-version/src/version/v14.rs` of dashpay/platform.
 */
export const NETWORK_DEFECTS = [
  ...UNCORRECTED_DEFECTS,
  'replaceKeepsTransient',
  'missesReferences',
  'tieGoesToLatest',
  'limitsTally',
  'takesNeedlessFunds',
  'takesAnyChoice',
  'wrapsEpochs',
  'addsTokensEmpty',
  'ignoresTrailingBytes',
  'acceptsWrongBls',
] as const;

/** Names a defect of the network. */
export type NetworkDefect = (typeof NETWORK_DEFECTS)[number];

/**
 * Lists defects that make contracts useless though the network accepts them, or rejects them in silence: a longer index behind an
 * aggregating one, aggregates of nested properties, a supply above 2^63 - 1, an interval of 0 epochs, evonodes over several epochs, releases above 2^63 - 1,
 * `gasFeesPaidBy` without effect.
 *
 * Source: as of {@link NETWORK_DEFECTS}.
 */
export const NETWORK_TRAPS = [
  'continuedAggregates',
  'nestedAggregates',
  'unboundedSupply',
  'zeroEpochs',
  'misreadEvonodeEpochs',
  'unboundedReleases',
  'ignoredSponsors',
] as const;

/** Names a defect that makes contracts useless. */
export type NetworkTrap = (typeof NETWORK_TRAPS)[number];

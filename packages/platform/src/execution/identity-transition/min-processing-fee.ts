/**
 * Defines what an identity must have for the processing of a transition, in credits; it is not charged.
 *
 * Source: `packages/rs-platform-version/src/version/fee/state_transition_min_fees` in dashpay/platform.
 */
export const MIN_PROCESSING_FEE = 100_000n;

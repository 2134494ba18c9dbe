import type { BlsScheme } from './null-bls.js';

/**
 * Defines the version of a provider transaction and of the masternode list entry it makes.
 *
 * Source: `ProTxVersion` in `src/evo/providertx.h` of dashpay/dash.
 */
export const ProviderVersion = {
  /** BLS keys and signatures in the legacy scheme. */
  legacyBls: 1,
  /** BLS keys and signatures in the basic scheme. */
  basicBls: 2,
  /** Basic scheme, and several network addresses a purpose. */
  extendedAddresses: 3,
} as const;

export type ProviderVersion = (typeof ProviderVersion)[keyof typeof ProviderVersion];

/** Returns whether `version` is one whose layout is known; Dash Core reads no further when it is not. */
export function isProviderVersion(version: number): version is ProviderVersion {
  return version >= ProviderVersion.legacyBls && version <= ProviderVersion.extendedAddresses;
}

/** Returns the scheme in which a provider transaction of a version has its key and signature. */
export function blsSchemeOf(version: ProviderVersion): BlsScheme {
  return version === ProviderVersion.legacyBls ? 'legacy' : 'basic';
}

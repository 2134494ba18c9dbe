/**
 * Defines the id of DPNS, the system contract of names. Source: `packages/dpns-contract/src/lib.rs` in
 * dashpay/platform.
 */
export const DPNS_ID = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

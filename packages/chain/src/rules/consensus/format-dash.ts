import { DUFFS_PER_DASH } from './regtest.js';

/** Returns an amount of duffs in DASH, with two to eight decimals: `500.00`, `0.00012345`. Source: `src/util/moneystr.cpp` of dashpay/dash. */
export function formatDash(duffs: bigint): string {
  const magnitude = duffs < 0n ? -duffs : duffs;
  const decimals = String(magnitude % DUFFS_PER_DASH).padStart(8, '0');
  const trimmed = decimals.replace(/0{1,6}$/, '');
  return `${duffs < 0n ? '-' : ''}${magnitude / DUFFS_PER_DASH}.${trimmed}`;
}

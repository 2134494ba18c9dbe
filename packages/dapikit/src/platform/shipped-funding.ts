import { readFile } from 'node:fs/promises';
import type { CreditLock } from '@dapikit/chain';

/** The signed transitions for the wallets of the initial chain, which git has: they take longer to sign than to read. */
const SHIPPED_FUNDING = new URL('../../assets/wallet-funding.json', import.meta.url);

/** Returns the outpoint of a lock as text: its output commits to the key that signs for it. */
export const keyOfLock = ({ txid, outputIndex }: Pick<CreditLock, 'txid' | 'outputIndex'>): string =>
  `${txid}:${outputIndex}`;

/** Returns the transitions that came with the package, by {@link keyOfLock}; none where none came with it. */
export async function shippedFunding(): Promise<ReadonlyMap<string, Uint8Array>> {
  try {
    const json: unknown = JSON.parse(await readFile(SHIPPED_FUNDING, 'utf8'));
    if (typeof json !== 'object' || json === null) return new Map();
    return new Map(Object.entries(json).map(([lock, bytes]) => [lock, Buffer.from(String(bytes), 'base64')]));
  } catch {
    return new Map();
  }
}

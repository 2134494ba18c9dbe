import {
  decodePayload,
  decodeTransaction,
  hexToBytes,
  MalformedBytesError,
  type MasternodeListDiff,
} from '@dapikit/chain';
import { LRUCache } from 'lru-cache';

/** Heap size of values, for each byte of their JSON text. */
const HEAP_BYTES_PER_BYTE = 2;

/** The longest way to write a block. What is longer is none. */
const MAX_REFERENCE_LENGTH = 64;

/** Caches masternode list diffs between final blocks, those used last, by their request. */
export class FinalDiffs {
  #diffs: LRUCache<string, MasternodeListDiff> | undefined;

  /** @param maxBytes their approximate memory together; 0 caches none */
  constructor(maxBytes: number) {
    this.resize(maxBytes);
  }

  /** Caches as many of them as `maxBytes` has room for. */
  resize(maxBytes: number): void {
    const former = this.#diffs?.dump() ?? [];
    this.#diffs = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, sizeCalculation: heapBytes }) : undefined;
    for (const [key, { value }] of former.toReversed()) this.#diffs?.set(key, value);
  }

  get(base: string, block: string): MasternodeListDiff | undefined {
    return this.#diffs?.get(diffKey(base, block));
  }

  set(base: string, block: string, diff: MasternodeListDiff): void {
    if (base.length > MAX_REFERENCE_LENGTH || block.length > MAX_REFERENCE_LENGTH) return;
    this.#diffs?.set(diffKey(base, block), diff);
  }

  clear(): void {
    this.#diffs?.clear();
  }
}

/** Names a diff. */
export function diffKey(base: string, block: string): string {
  return JSON.stringify([base, block]);
}

function heapBytes(diff: MasternodeListDiff): number {
  return JSON.stringify(diff).length * HEAP_BYTES_PER_BYTE;
}

/**
 * Returns the height of the later block of a diff, from its coinbase; `undefined` where that has none.
 *
 * The node gives a diff only of blocks of its best chain, so the base is below and as final. Source: `BuildSimplifiedMNListDiff`
 * in `src/evo/smldiff.cpp` of dashpay/dash; DIP-4.
 */
export function diffHeight({ cbTx }: MasternodeListDiff): number | undefined {
  try {
    const payload = decodePayload(decodeTransaction(hexToBytes(cbTx)));
    return payload?.kind === 'cbTx' ? payload.height : undefined;
  } catch (error) {
    if (error instanceof MalformedBytesError || error instanceof RangeError) return undefined;
    throw error;
  }
}

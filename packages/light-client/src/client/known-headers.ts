import type { BlockHeader } from '@dapikit/chain/browser';

/** Two months of mainnet. */
const MAX_HEADERS = 32_768;

/** Describes a header with its place. */
export interface PlacedHeader {
  readonly height: number;
  readonly hash: string;
  readonly header: BlockHeader;
}

/** Keeps verified headers by their hash. Those of the lowest heights go first. */
export class KnownHeaders {
  readonly #byHash = new Map<string, PlacedHeader>();

  get(hash: string): PlacedHeader | undefined {
    return this.#byHash.get(hash);
  }

  delete(hash: string): void {
    this.#byHash.delete(hash);
  }

  add(headers: readonly PlacedHeader[]): void {
    for (const placed of headers) this.#byHash.set(placed.hash, placed);
    if (this.#byHash.size <= MAX_HEADERS) return;
    const lowest = [...this.#byHash.values()].toSorted((a, b) => a.height - b.height);
    for (const { hash } of lowest.slice(0, this.#byHash.size - MAX_HEADERS)) this.#byHash.delete(hash);
  }
}

/** Returns headers that follow each other with their places. @param last hash of the last one */
export function placed(first: number, headers: readonly BlockHeader[], last: string): PlacedHeader[] {
  return headers.map((header, at) => ({
    height: first + at,
    hash: headers[at + 1]?.previousBlockHash ?? last,
    header,
  }));
}

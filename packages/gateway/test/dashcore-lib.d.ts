declare module '@dashevo/dashcore-lib' {
  interface Filter {
    readonly vData: readonly number[];
    readonly nHashFuncs: number;
    readonly nTweak: number;
    readonly nFlags: number;
    insert(element: Buffer): void;
  }

  /** The official library, as far as clients read streams with it. It is CommonJS without named exports. */
  const dashcore: {
    readonly BloomFilter: {
      create(elements: number, falsePositiveRate: number, tweak: number, flags: number): Filter;
    };
    readonly ChainLock: { fromHex(hex: string): { readonly blockHash: Buffer } };
    readonly MerkleBlock: {
      fromBuffer(bytes: Buffer): {
        validMerkleTree(): boolean;
        /** Hexadecimal in internal order. */
        getMatchedTransactionHashes(): string[];
      };
    };
    readonly PrivateKey: new (wif: string) => { toPublicKey(): { toBuffer(): Buffer } };
  };
  export default dashcore;
}

/** Lists the options of a chain for tests. */
export interface TestChainOptions {
  /** Mnemonic that all its keys come from. */
  readonly mnemonic?: string;
  /** Time of blocks: once a transaction arrives (the default), every so many milliseconds, or only by `mine`. */
  readonly mining?: 'on-transaction' | 'manual' | { readonly everyMilliseconds: number };
  /** Seconds from one block to the next; 150 by default. */
  readonly blockInterval?: number;
  /** True if each transaction gets an InstantSend lock as it is sent; false by default. */
  readonly instantSend?: boolean;
  /** True if the tip gets a ChainLock after each change; false by default. */
  readonly chainLocks?: boolean;
}

/** Describes a funded account of layer 1. */
export interface TestAccount {
  /** On regtest. */
  readonly address: string;
  /** The private key in wallet import format. */
  readonly wif: string;
}

/** Describes a block. */
export interface TestBlock {
  readonly hash: string;
  readonly height: number;
}

/** Controls a development chain of layer 1 in the process of the test. Amounts are duffs. Methods throw where the chain rejects what they do. */
export interface TestChain {
  readonly accounts: readonly TestAccount[];
  tip(): TestBlock;
  /** Mines blocks, with what waits in the mempool in the first of them. Returns their hashes. */
  mine(count: number): string[];
  /** Mines a block that pays an address. */
  fund(address: string, duffs: bigint): object;
  /** Returns the confirmed and unconfirmed coins of an account. */
  balance(account: TestAccount): bigint;
  /** Returns a signed transaction that pays an account or an address. */
  transfer(from: TestAccount, to: TestAccount | string, duffs: bigint): Uint8Array;
  /** Sends a transaction. Resolves to its id. */
  sendTransaction(transaction: Uint8Array): Promise<string>;
  /** Says where a transaction is. */
  transactionStatus(txid: string): { readonly place: 'none' | 'mempool' | 'block' };
  /** Returns the ids of the transactions that wait for a block. */
  mempool(): string[];
  /** Takes a snapshot. Returns its number, for `revert`. */
  snapshot(): number;
  /** Reverts to a snapshot; it and later ones are removed. */
  revert(snapshot: number): object;
  /** Replaces the last blocks by others. */
  reorganise(depth: number): { readonly hashes: readonly string[] };
}

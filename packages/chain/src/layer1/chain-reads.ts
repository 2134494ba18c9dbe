import type { ChainTip } from './chain-tip.js';

/** Describes a transaction in a node's mempool or chain. */
export interface StoredTransaction {
  readonly serialized: Uint8Array;
  /** The block of the best chain that it is in; `undefined` in the mempool. */
  readonly block: ChainTip | undefined;
  /** 0 in the mempool. */
  readonly confirmations: number;
  readonly isInstantLocked: boolean;
  readonly isChainLocked: boolean;
}

/** Describes a node's version, time and fees. Fees are in DASH for 1,000 bytes. */
export interface NodeDetails {
  /** Version of the protocol of peers, such as 70240. */
  readonly protocolVersion: number;
  /** Such as 230102 for 23.1.2. */
  readonly softwareVersion: number;
  /** Offset of the median time of its peers, in seconds. */
  readonly timeOffset: number;
  readonly relayFee: number;
  readonly incrementalFee: number;
  /** 64 hexadecimal digits. */
  readonly chainWork: string;
  /** From 0 to 1. */
  readonly verificationProgress: number;
  /** Empty where there is none. */
  readonly warnings: string;
}

/** Describes a node as a masternode. */
export interface MasternodeDetails {
  /** As Dash Core calls it, such as `READY`. */
  readonly state: string;
  /** `undefined` without a registration. */
  readonly proTxHash: string | undefined;
  readonly posePenalty: number;
}

/** Request of a read that needs nothing. */
type NoRequest = Readonly<Record<string, never>>;

/** Lists the reads of {@link Layer1.read}, each with its request and response. */
export interface ChainReads {
  /** A serialised block, of the best chain or of another branch; rejected with -5 where it is unknown. */
  readonly block: { readonly request: { readonly hash: string }; readonly response: Uint8Array };
  /** Where a block is; rejected with -5 where it is unknown. */
  readonly place: {
    readonly request: { readonly hash: string };
    readonly response: { readonly height: number; readonly isInBestChain: boolean };
  };
  /** The headers of blocks of the best chain that follow each other, 80 bytes each; `count` is 1 to 2000, fewer come at the tip. */
  readonly headers: {
    readonly request: { readonly hash: string; readonly count: number };
    readonly response: readonly Uint8Array[];
  };
  /** A transaction; rejected with -5 where it is unknown. */
  readonly transaction: { readonly request: { readonly txid: string }; readonly response: StoredTransaction };
  /** The ids of the transactions that wait for a block. */
  readonly mempool: { readonly request: NoRequest; readonly response: readonly string[] };
  /** The serialised InstantSend lock of a transaction; `undefined` where there is none, or the node does not report it. */
  readonly instantLock: {
    readonly request: { readonly txid: string };
    readonly response: Uint8Array | undefined;
  };
  readonly nodeDetails: { readonly request: NoRequest; readonly response: NodeDetails };
  /** `undefined` for a node that is no masternode. */
  readonly masternode: {
    readonly request: NoRequest;
    readonly response: MasternodeDetails | undefined;
  };
  /** The fee for a confirmation within so many blocks, in DASH for 1,000 bytes; `undefined` where the node has no estimate. */
  readonly feeEstimate: {
    readonly request: { readonly blocks: number };
    readonly response: number | undefined;
  };
}

/** Describes the name of a read. */
export type ChainRead = keyof ChainReads;

/** Describes an implementation of the reads: one function for each. */
export type ChainReaders<Options> = {
  readonly [Name in ChainRead]: (
    request: ChainReads[Name]['request'],
    options: Options,
  ) => ChainReads[Name]['response'] | Promise<ChainReads[Name]['response']>;
};

/** Describes a quorum by its kind and the block it was made at. */
export interface QuorumReference {
  readonly llmqType: number;
  readonly quorumHash: string;
}

/**
 * Describes the network addresses of a masternode by purpose, `host:port` each; a purpose without addresses is left
 * out.
 */
export interface MasternodeAddressesJson {
  readonly core_p2p?: readonly string[];
  /** Only with the extended addresses of version 3. */
  readonly platform_p2p?: readonly string[];
  /** Only of evolution masternodes. */
  readonly platform_https?: readonly string[];
}

/** Describes a masternode that was added or changed, members in the order of Dash Core. */
export interface MasternodeListDiffEntry {
  /** 1 legacy BLS, 2 basic BLS, 3 extended addresses. */
  readonly nVersion: number;
  /** 0 regular, 1 evolution. */
  readonly nType: number;
  readonly proRegTxHash: string;
  /** 64 zeros until it is confirmed. */
  readonly confirmedHash: string;
  /** `[::]:0` without an address. Deprecated by Dash Core 23, later only with `-deprecatedrpc=service`. */
  readonly service?: string;
  /** From Dash Core 23 on; `{}` without an address. */
  readonly addresses?: MasternodeAddressesJson;
  readonly pubKeyOperator: string;
  readonly votingAddress: string;
  /** False while it is banned. */
  readonly isValid: boolean;
  /** HTTP port of the platform, of evonodes only; -1 with extended addresses and none given. Deprecated together with `service`. */
  readonly platformHTTPPort?: number;
  /** Node id of the platform, of evonodes only: 40 hexadecimal digits. */
  readonly platformNodeID?: string;
  /** Only in extended diffs. */
  readonly payoutAddress?: string;
  /** Only in extended diffs. */
  readonly operatorPayoutAddress?: string;
}

/** Describes a quorum that became active: its final commitment, members in the order of Dash Core. */
export interface QuorumCommitmentJson {
  /** 1 legacy, 2 legacy indexed, 3 basic, 4 basic indexed. */
  readonly version: number;
  readonly llmqType: number;
  readonly quorumHash: string;
  readonly quorumIndex: number;
  readonly signersCount: number;
  /** A bit a member, the lowest bit of the first byte first, in hexadecimal. */
  readonly signers: string;
  readonly validMembersCount: number;
  readonly validMembers: string;
  readonly quorumPublicKey: string;
  readonly quorumVvecHash: string;
  readonly quorumSig: string;
  readonly membersSig: string;
}

/**
 * Describes the changes of the masternode list and of the quorums between two blocks: the result of Dash Core 23's
 * `protx diff`, members in its order. Hashes are in display order.
 *
 * Source: `CSimplifiedMNListDiff::ToJson` in `src/evo/core_write.cpp` of dashpay/dash.
 */
export interface MasternodeListDiff {
  /** Version of the format: 1. */
  readonly nVersion: number;
  /** As requested: 64 zeros stand for the genesis block and stay zeros. */
  readonly baseBlockHash: string;
  readonly blockHash: string;
  /** A serialised partial merkle tree that proves `cbTx` to be in the block. */
  readonly cbTxMerkleTree: string;
  /** The block's coinbase transaction, serialised. */
  readonly cbTx: string;
  /** ProRegTx ids of the masternodes that left the list. */
  readonly deletedMNs: readonly string[];
  readonly mnList: readonly MasternodeListDiffEntry[];
  readonly deletedQuorums: readonly QuorumReference[];
  readonly newQuorums: readonly QuorumCommitmentJson[];
  /** Only where the coinbase has a payload (DIP-3). */
  readonly merkleRootMNList?: string;
  /** Only where the coinbase's payload is of version 2 or later. */
  readonly merkleRootQuorums?: string;
  /** One-key objects: a ChainLock signature, and which of `newQuorums` were chosen by it. Empty before version 20. */
  readonly quorumsCLSigs: readonly Readonly<Record<string, readonly number[]>>[];
}

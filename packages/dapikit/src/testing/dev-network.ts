import type { NetworkAccount, NetworkIdentity } from '../platform/network-ready.js';

/** Lists the options of a network for tests. */
export interface DevNetworkOptions {
  /** TCP port; 0, the default, takes a free one. */
  readonly port?: number;
  /** Further options of `dapikit dev`, such as `['--mining', 'manual']`; none by default. */
  readonly args?: readonly string[];
  /** True if requests and transitions are printed to standard error; false by default. */
  readonly log?: boolean;
  /** True if `close` prints the fees of all transitions by document type and action; false by default. */
  readonly feeReport?: boolean;
}

/** Describes a rejected transition. */
export interface NetworkRejection {
  /** Such as `documentCreate`. */
  readonly kind: string;
  readonly contractId?: string;
  readonly documentType?: string;
  readonly signerId?: string;
  /** SHA-256 of the bytes of a signed transition, in hexadecimal digits; absent for an unsigned call. */
  readonly id?: string;
  readonly isSigned: boolean;
  /** Decoded content in the official JSON, or the input of an unsigned call. */
  readonly content?: unknown;
  readonly rejection: {
    /** Consensus number; absent where the network has none. */
    readonly code?: number;
    readonly name: string;
    readonly message: string;
    readonly fix?: string;
    readonly isPaid: boolean;
  };
}

/** Describes the fees of an action, in credits: text where a number would be inexact. */
export interface NetworkFee {
  readonly kind: string;
  readonly contractId?: string;
  readonly documentType?: string;
  readonly tokenPosition?: number;
  readonly count: number;
  readonly rejected: number;
  readonly lowest: number | string;
  readonly average: number | string;
  readonly highest: number | string;
}

/** Params of a method by name. */
export type CallParams = Readonly<Record<string, unknown>>;

/** Controls a local network that runs in a process of its own. */
export interface DevNetwork {
  /** Address over plain HTTP, without a slash at its end: that of SDKs. */
  readonly url: string;
  /** Funded accounts of layer 1. */
  readonly accounts: readonly NetworkAccount[];
  /** Funded identities with their keys, by index. */
  readonly identities: readonly NetworkIdentity[];
  /** Calls a method of layer 1. Rejects with {@link DevNetworkError}. */
  readonly layer1: (method: string, params?: CallParams) => Promise<unknown>;
  /** Calls a control of the chain. Rejects with {@link DevNetworkError}. */
  readonly control: (method: string, params?: CallParams) => Promise<unknown>;
  /** Calls a method of the platform, such as the unsigned `createDocument`; params that are ids take aliases, too. Rejects with {@link DevNetworkError}. */
  readonly platform: (method: string, params?: CallParams) => Promise<unknown>;
  /** Takes a snapshot of chain and platform. Returns its number, for `revert`. */
  snapshot(): Promise<number>;
  /** Reverts chain and platform to a snapshot; it and later ones are removed. Rejects where there is none. */
  revert(snapshot: number): Promise<void>;
  /** Mines blocks of layer 1; 1 by default. Returns their hashes. */
  mine(count?: number): Promise<readonly string[]>;
  /** Advances the clocks of chain and platform; contests that are due end. @param milliseconds not negative */
  advanceTime(milliseconds: number): Promise<void>;
  /** Returns rejected transitions since the start, the newest first, at most 100. */
  rejections(): Promise<readonly NetworkRejection[]>;
  /** Returns the fees of all transitions since the start, by what they do. */
  feeReport(): Promise<readonly NetworkFee[]>;
  /** Ends the network. What it had is lost. */
  close(): Promise<void>;
}

/** Reports an error in the response of a network: the number, the message and the data of JSON-RPC. */
export class DevNetworkError extends Error {
  override readonly name = 'DevNetworkError';

  /** @param data the reason, the fix and the consensus number, where the response has them */
  constructor(
    readonly code: number,
    message: string,
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

import type { TokenAction } from '@dapikit/protocol';
import type { SignedRequest } from '../transition/transition.js';

/** Names the group for which a member acts, and the action: without an id the member proposes a new one. */
export interface TokenGroupRequest {
  readonly position: number;
  /** 32 bytes; calculated where an unsigned control proposes an action. */
  readonly actionId?: Uint8Array;
  readonly isProposer: boolean;
}

/** Describes a transition of a token, as it was read. */
export interface TokenRequest {
  readonly signed: SignedRequest;
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly position: number;
  /** 32 bytes, as it was sent; absent where an unsigned control does not say it. */
  readonly tokenId?: Uint8Array;
  readonly group?: TokenGroupRequest;
  readonly action: TokenAction;
  /** The size of the signed bytes; absent where an unsigned control has none. */
  readonly sentBytes?: number;
}

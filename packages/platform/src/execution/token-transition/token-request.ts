import { groupActionId, type GroupActionOrigin, type TokenAction } from '@dapikit/protocol';
import type { SignedRequest } from '../transition/transition.js';

type PublishedClaim = Extract<TokenAction, { readonly action: 'claim' }>;

/** Describes a claim of tokens; the form of one of what each identity gets once is not published, and unsigned controls make it. */
export type ClaimAction = Omit<PublishedClaim, 'distributionType'> & {
  readonly distributionType: PublishedClaim['distributionType'] | 'OncePerIdentity';
};

/** Describes what a transition does with a token. */
export type RequestedAction = Exclude<TokenAction, PublishedClaim> | ClaimAction;

/** Returns the id of the action that is proposed to a group; nothing where groups do not decide. */
export const proposedActionId = (
  action: RequestedAction,
  origin: GroupActionOrigin,
): Uint8Array | undefined => (action.action === 'claim' ? undefined : groupActionId(action, origin));

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
  readonly action: RequestedAction;
  /** The size of the signed bytes; absent where an unsigned control has none. */
  readonly sentBytes?: number;
}

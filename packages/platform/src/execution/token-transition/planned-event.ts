import { type AuthorizedActionTakers, type ChangeControlRules, type TokenEvent } from '@dapikit/protocol';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { isAllowed } from '../../state/token/change-control.js';
import { takerOf, type TokenScope } from './token-scope.js';

type PublishedClaim = Extract<TokenEvent, { readonly type: 'claim' }>;

/** Describes a claim of tokens. */
export type ClaimEvent = Omit<PublishedClaim, 'distribution'> & {
  readonly distribution:
    | PublishedClaim['distribution']
    | {
        readonly type: 'oncePerIdentity';
        /** 32 bytes. */
        readonly recipientId: Uint8Array;
      };
};

/** Describes a change of a token. */
export type ChangeEvent = Exclude<TokenEvent, PublishedClaim> | ClaimEvent;

/** Returns whether the form of an event in actions of groups is published. */
export const isPublished = (event: ChangeEvent): event is TokenEvent =>
  event.type !== 'claim' || event.distribution.type !== 'oncePerIdentity';

/** Describes what a transition of a token plans. */
export interface PlannedEvent {
  readonly event: ChangeEvent;
  /** True if its history document is wanted. */
  readonly isRecorded: boolean;
  /** Credits that the signer must have beside the fee although nobody gets them. */
  readonly reserved?: bigint;
  /** Checks it against the state. @throws {ConsensusError} */
  readonly admit: () => Promise<void>;
  /** Does it. @throws {ConsensusError} */
  readonly apply: () => Promise<void>;
}

/** Returns the note of an event: that of the proposal where a group decides. */
export const noteOf = ({ group }: TokenScope, note: string | undefined): string | undefined => {
  if (group?.original === undefined || !group.closes) return note;
  const { event } = group.original.event;
  return 'note' in event ? event.note : undefined;
};

/**
 * Checks that the signer, or the group for which it acts, may do something.
 *
 * Source: `validate_group_action` of `token_base_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 40701
 */
export function checkAuthorized(
  scope: TokenScope,
  { authorizedToMakeChange: takers }: ChangeControlRules,
  action: string,
): void {
  const { group, authorities } = scope;
  if (group === undefined) {
    if (!isAllowed(takers, takerOf(scope))) throw unauthorized(scope, action, takers);
    return;
  }
  const { position } = group.name;
  const { mainControlGroup = position } = authorities;
  const isRight =
    (takers.type === 'mainGroup' && mainControlGroup === position) ||
    (takers.type === 'group' && takers.position === position);
  if (!isRight) throw unauthorized(scope, action, takers);
}

/** Returns the rejection of somebody who may not do something. */
export const unauthorized = (
  { tokenId, context: { signer } }: TokenScope,
  action: string,
  takers: AuthorizedActionTakers,
): ConsensusError =>
  new ConsensusError('UnauthorizedTokenActionError', {
    tokenId,
    identityId: signer.id,
    action,
    authorizedActionTakers: takers,
  });

/** Names a part of an event that members must sign as it was proposed. */
export type ComparedField<Type extends TokenEvent['type']> = readonly [
  name: string,
  isSame: (original: Extract<TokenEvent, { readonly type: Type }>) => boolean,
];

/** Checks that the action that is signed is the one that was proposed. @throws {ConsensusError} 40804 */
export function checkSameAction<Type extends TokenEvent['type']>(
  { group }: TokenScope,
  type: Type,
  fields: readonly ComparedField<Type>[],
): void {
  const original = group?.original?.event.event;
  if (original === undefined) return;
  const changed = isOfType(original, type)
    ? fields.filter(([, isSame]) => !isSame(original)).map(([name]) => name)
    : [];
  if (isOfType(original, type) && changed.length === 0) return;
  throw new ConsensusError('ModificationOfGroupActionMainParametersNotPermittedError', {
    original: `Token: ${original.type}`,
    modified: `Token: ${type}`,
    changedInternalFields: changed,
  });
}

const isOfType = <Type extends TokenEvent['type']>(
  event: TokenEvent,
  type: Type,
): event is Extract<TokenEvent, { readonly type: Type }> => event.type === type;

import { groupAction, type Json } from '@dapikit/protocol';
import { identifierText } from '../base/bytes/identifier.js';
import { InputError } from '../base/errors/input-error.js';
import { listGroupActions, listGroupSigners } from '../state/group/group-action-store.js';
import type { GroupActionStatus } from '../state/group/group-keys.js';
import { readId } from '../state/input/read-input.js';
import { readPageLimit } from '../state/input/list-page.js';
import { readPosition } from '../execution/token-transition/read-token-request.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';

/** Names the actions of a group. */
export interface GroupActionsQuery {
  /** Base58. */
  readonly contractId: string;
  /** The position of the group in its contract. */
  readonly position: number;
  /** `active` when absent. */
  readonly status?: GroupActionStatus;
}

/** Describes an action of a group. */
export interface GroupActionInfo {
  /** Base58. */
  readonly actionId: string;
  /** Proposed change of a token, with its proposer, in the official JSON. */
  readonly action: Json;
  /** The members that signed it; their ids in base58. */
  readonly signers: readonly { readonly identityId: string; readonly power: number }[];
}

/** Reads the actions of groups. */
export interface GroupApi {
  /** Returns the actions of a group, at most 100, by the bytes of their ids. */
  getGroupActions(
    input: GroupActionsQuery & {
      /** The id behind which the page begins, in base58. */
      readonly startAfter?: string;
      /** 1 to 100; 100 when absent. */
      readonly limit?: number;
    },
  ): Promise<readonly GroupActionInfo[]>;
}

/** Returns the groups of a chain. */
export const groupApi = (chain: PlatformChain): GroupApi => ({
  getGroupActions: async ({ contractId, position, status = 'active', startAfter, limit }) => {
    const name = {
      contractId: readId(contractId, 'contractId'),
      position: readPosition(position, 'position'),
      status: readStatus(status),
    };
    const start =
      startAfter === undefined
        ? {}
        : { start: { actionId: readId(startAfter, 'startAfter'), isIncluded: false } };
    const page = { ...start, limit: readPageLimit(limit) };
    return chain.read(async (view) => {
      const actions = await listGroupActions(view, name, page);
      return Promise.all(
        actions.map(async ({ actionId, action }) => {
          const signers = await listGroupSigners(view, { ...name, actionId });
          return {
            actionId: identifierText(actionId),
            action: groupAction.toJson(action),
            signers: signers.map(({ identityId, power }) => ({
              identityId: identifierText(identityId),
              power,
            })),
          };
        }),
      );
    });
  },
});

function readStatus(input: unknown): GroupActionStatus {
  if (input === 'active' || input === 'closed') return input;
  throw new InputError('status', { expected: '"active" or "closed"', found: input });
}

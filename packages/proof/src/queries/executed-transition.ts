import {
  encode,
  identityIdFromAddresses,
  platformAddress,
  votePollId,
  type DocumentTransition,
  type PlatformAddress,
  type StateTransition,
  type TokenTransition,
} from '@dapikit/protocol';
import { contestedDocumentsPath } from '../drive/contest-paths.js';
import { addressBalancesPath, IDENTITY_KEYS, identityKeysPath, identityPath } from '../drive/drive-paths.js';
import { keyItems } from '../path-query/insert-item.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { addressInfosQuery } from './address-info.js';
import { masternodeVoteQuery } from './contested-votes.js';
import { dataContractQuery } from './data-contract.js';
import { documentsWithIdsQuery } from './document.js';
import { identityBalanceAndRevisionQuery, identityBalancesQuery } from './identity-balance.js';
import { identityQuery } from './identity.js';
import { keysQuery } from './query-forms.js';

/** Names the contract that a transition changes, or the document type whose document it changes. */
export interface ChangedStorage {
  readonly contractId: Uint8Array;
  readonly documentTypeName?: string;
}

/** Returns the storage of what a transition changes, which may keep history; undefined where it changes neither contracts nor documents. */
export function changedStorage(transition: StateTransition): ChangedStorage | undefined {
  if (transition.type === 'dataContractCreate' || transition.type === 'dataContractUpdate')
    return { contractId: transition.dataContract.id };
  const change = transition.type === 'batch' ? documentChange(transition) : undefined;
  if (change === undefined) return undefined;
  const { dataContractId: contractId, documentType: documentTypeName } = change.base;
  return { contractId, documentTypeName };
}

/**
 * Returns the query for what a transition has changed, by which clients verify that it was executed; undefined where the state has no
 * proof of it, and for changes of tokens. Source: `verify_state_transition_was_executed_with_proof` in `packages/rs-drive/src/verify/state_transition` of
 * dashpay/platform.
 * @param keepsHistory whether {@link changedStorage} keeps history
 */
export function executedTransitionQuery(
  transition: StateTransition,
  keepsHistory: boolean,
): PathQuery | undefined {
  switch (transition.type) {
    case 'dataContractCreate':
    case 'dataContractUpdate':
      return dataContractQuery(transition.dataContract.id, keepsHistory);
    case 'batch':
      return batchQuery(transition, keepsHistory);
    case 'identityCreate':
      return identityQuery(transition.identityId);
    case 'identityTopUp':
      return identityBalanceAndRevisionQuery(transition.identityId);
    case 'identityUpdate':
      return keysAndRevisionQuery(transition.identityId);
    case 'identityCreditTransfer':
      return identityBalancesQuery([transition.identityId, transition.recipientId]);
    case 'identityCreditWithdrawal':
      return identityBalancesQuery([transition.identityId]);
    case 'masternodeVote':
      return masternodeVoteQuery(transition.proTxHash, votePollId(transition.vote.votePoll));
    case 'identityCreditTransferToAddresses':
      return mergePathQueries([
        identityBalanceAndRevisionQuery(transition.identityId),
        addressesQuery(transition.recipientAddresses),
      ]);
    case 'identityCreateFromAddresses':
      return mergePathQueries([
        identityQuery(identityIdFromAddresses(transition.inputs)),
        addressesQuery(spentAndChange(transition)),
      ]);
    case 'identityTopUpFromAddresses':
      return mergePathQueries([
        identityBalanceAndRevisionQuery(transition.identityId),
        addressesQuery(spentAndChange(transition)),
      ]);
    case 'addressCreditWithdrawal':
      return addressInfosQuery(addressBytes(spentAndChange(transition)));
    case 'addressFundsTransfer':
    case 'addressFundingFromAssetLock':
      return addressInfosQuery(addressBytes([...transition.inputs, ...transition.outputs]));
    default:
      return undefined;
  }
}

interface OfAddress {
  readonly address: PlatformAddress;
}

/** Returns the inputs of a transition and the output that takes a part of them. */
const spentAndChange = ({
  inputs,
  output,
}: {
  readonly inputs: readonly OfAddress[];
  readonly output: OfAddress | undefined;
}): readonly OfAddress[] => (output === undefined ? inputs : [...inputs, output]);

const addressBytes = (entries: readonly OfAddress[]): Uint8Array[] =>
  entries.map(({ address }) => encode(platformAddress, address));

/** A query without a limit, so that it can be merged. */
const addressesQuery = (entries: readonly OfAddress[]): PathQuery => ({
  path: addressBalancesPath(),
  query: { items: keyItems(addressBytes(entries)) },
});

const keysAndRevisionQuery = (identityId: Uint8Array): PathQuery =>
  mergePathQueries([
    { path: identityPath(identityId), query: { items: [{ type: 'key', key: IDENTITY_KEYS.revision }] } },
    { path: identityKeysPath(identityId), query: { items: [{ type: 'rangeFull' }] } },
  ]);

/** Transition of a token, and the identity that signed it. */
export interface TokenChange {
  readonly transition: TokenTransition;
  readonly ownerId: Uint8Array;
}

/** Returns the change of a token in a transition, see `executedTokenQuery`; undefined where it changes none. */
export function tokenChangeIn(transition: StateTransition): TokenChange | undefined {
  if (transition.type !== 'batch') return undefined;
  const [item] = transition.transitions;
  if (item === undefined || !('transition' in item) || item.transition !== 'token') return undefined;
  return { transition: item, ownerId: transition.ownerId };
}

type Batch = Extract<StateTransition, { readonly type: 'batch' }>;

/** Returns the change of a document in a batch, which has one item; undefined for one of tokens. */
function documentChange({ transitions }: Batch): DocumentTransition | undefined {
  const [item] = transitions;
  return item !== undefined && 'transition' in item && item.transition === 'token' ? undefined : item;
}

/** Documents that contend for a value lie in the tree of votes. */
function batchQuery(batch: Batch, keepsHistory: boolean): PathQuery | undefined {
  const change = documentChange(batch);
  if (change === undefined) return undefined;
  const { id, dataContractId: contractId, documentType: documentTypeName } = change.base;
  if (change.action === 'create' && change.prefundedVotingBalance !== undefined)
    return keysQuery(contestedDocumentsPath({ contractId, documentTypeName }), [id]);
  return documentsWithIdsQuery({ contractId, documentTypeName, keepsHistory }, [id]);
}

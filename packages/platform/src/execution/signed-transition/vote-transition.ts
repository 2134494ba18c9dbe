import type { StateTransition, Vote } from '@dapikit/protocol';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Choice } from '../../state/contest/contest.js';
import { contestedIndex, pollAbout } from '../../state/contest/contested-index.js';
import { voteInBlock } from '../../state/contest/masternode-vote.js';
import { requireCollection } from '../../state/contract/require-collection.js';
import type { FreeTransition } from '../transition/free-transition.js';
import { signatureCheck, type SignedBytes } from './check-signature.js';
import { plainValue } from './plain-value.js';

type MasternodeVote = Extract<StateTransition, { readonly type: 'masternodeVote' }>;

/** Returns the transition that counts the vote of a masternode. */
export const voteTransition = (
  { proTxHash, voterIdentityId, vote, nonce, signaturePublicKeyId, signature }: MasternodeVote,
  sent: SignedBytes,
): FreeTransition => ({
  executeFree: async (view, { block, contracts, rules }) => {
    const { contractId, documentTypeName: documentType, indexName, indexValues } = vote.votePoll;
    const { location, type } = await requireCollection(view, contracts, {
      contractId,
      documentType,
    });
    const index = contestedIndex(location.contractId, type, indexName);
    const request = {
      poll: pollAbout(index, indexValues.map(plainValue)),
      proTxHash,
      voterIdentityId,
      choice: choiceOf(vote.resourceVoteChoice),
      keyId: signaturePublicKeyId,
      nonce,
      checkSignature: signatureCheck(sent, signature),
    };
    await voteInBlock(view, block, request, rules.contestRules);
  },
});

const choiceOf = (choice: Vote['resourceVoteChoice']): Choice =>
  choice.type === 'towardsIdentity'
    ? { kind: 'towardsIdentity', identityId: identifierText(choice.identity) }
    : { kind: choice.type };

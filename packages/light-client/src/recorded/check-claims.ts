import {
  isBlsSignature,
  type MasternodeListDiff,
  type MasternodeListDiffEntry,
  type QuorumCommitmentJson,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import type { VerifiedList } from '../list/verified-list.js';

/**
 * Checks members that no root commits to: the roots that a diff itself names, addresses in another form, counts of bits, ChainLocks that chose members. Nothing is
 * trusted for them; others than those that follow from verified members show that the diff was changed.
 * @throws {VerificationError} `malformed`, `list-root` or `quorum-root`
 */
export function requireClaims(diff: MasternodeListDiff, list: VerifiedList): void {
  const { payload } = list.coinbase;
  const entry = diff.mnList.find(hasOtherAddresses);
  if (entry !== undefined)
    throw new VerificationError(
      'malformed',
      `masternode ${entry.proRegTxHash}: addresses and service differ`,
    );
  const quorum = diff.newQuorums.find((each) => hasOtherCounts(each, list));
  if (quorum !== undefined)
    throw new VerificationError('malformed', `quorum ${quorum.quorumHash}: a count is not that of its bits`);
  requireSignatures(diff);
  const { merkleRootMNList, merkleRootQuorums } = diff;
  if (merkleRootMNList !== undefined && merkleRootMNList !== payload.merkleRootMNList)
    throw new VerificationError(
      'list-root',
      `the diff names the list root ${merkleRootMNList}, its coinbase another one`,
    );
  const quorumRoot = payload.version === 1 ? undefined : payload.merkleRootQuorums;
  if (merkleRootQuorums !== undefined && merkleRootQuorums !== quorumRoot)
    throw new VerificationError(
      'quorum-root',
      `the diff names the quorum root ${merkleRootQuorums}, its coinbase another one`,
    );
}

function hasOtherAddresses({
  nVersion,
  service,
  addresses,
  platformHTTPPort,
}: MasternodeListDiffEntry): boolean {
  const [core, https] = [addresses?.core_p2p?.[0], addresses?.platform_https?.[0]];
  if (nVersion >= EXTENDED_ADDRESSES) return false;
  if (core !== undefined && service !== undefined && core !== service) return true;
  return https !== undefined && platformHTTPPort !== undefined && !https.endsWith(`:${platformHTTPPort}`);
}

function hasOtherCounts(quorum: QuorumCommitmentJson, { quorums }: VerifiedList): boolean {
  const verified = quorums.get(`${quorum.llmqType}-${quorum.quorumHash}`);
  return (
    verified !== undefined &&
    (verified.signersCount !== quorum.signersCount || verified.validMembersCount !== quorum.validMembersCount)
  );
}

/** Entries from this version on have lists of addresses only. */
const EXTENDED_ADDRESSES = 3;

/**
 * Checks that each new quorum has one signature, as Dash Core writes it since V20, and that each is one: zeros, or a point of the curve.
 *
 * Source: `BuildQuorumChainlockInfo` in `src/evo/smldiff.cpp` of dashpay/dash.
 */
function requireSignatures({ quorumsCLSigs, newQuorums }: MasternodeListDiff): void {
  if (quorumsCLSigs.length === 0) return;
  const signatures = quorumsCLSigs.flatMap((signature) => Object.keys(signature));
  const places = quorumsCLSigs.flatMap((signature) => Object.values(signature).flat());
  const isComplete = newQuorums.every((_, place) => places.includes(place));
  if (places.length !== newQuorums.length || !isComplete)
    throw new VerificationError('malformed', 'quorumsCLSigs: expected each new quorum once');
  const wrong = signatures.find((hex) => hex !== NULL_SIGNATURE && !isBlsSignature(hex));
  if (wrong !== undefined)
    throw new VerificationError('malformed', `quorumsCLSigs: ${wrong.slice(0, 192)} is no signature`);
}

const NULL_SIGNATURE = '00'.repeat(96);

import {
  NETWORKS,
  ZERO_HASH,
  type MasternodeListDiff,
  type MasternodeListDiffEntry,
  type NetworkParameters,
  type QuorumCommitmentJson,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { members, readDiff } from '../list/read-diff.js';
import { applyVerifiedDiff, requireHeader, requireHeight, type VerifiedList } from '../list/verified-list.js';
import type { HeadersByHeight } from './check-headers.js';
import type { RecordedCheck } from './recorded-data.js';

/** Describes verified lists of recorded diffs. */
export interface RecordedLists {
  readonly byHeight: Map<number, VerifiedList>;
  readonly byHash: Map<string, VerifiedList>;
  readonly diffs: Map<number, MasternodeListDiff>;
}

/**
 * Checks a line of recorded diffs: it applies to the list that it names as its base, both roots are those of its coinbase, the coinbase is in the block of
 * the header, where that is known. A verified list is added to `lists`.
 */
export function checkList(
  line: unknown,
  position: number,
  network: NetworkParameters,
  headers: HeadersByHeight,
  lists: RecordedLists,
): RecordedCheck {
  let subject = `list in line ${position + 1}`;
  try {
    const { height, diff: json } = members(line, 'line');
    if (typeof height !== 'number') throw new VerificationError('malformed', 'height: expected a number');
    subject = `list ${height}`;
    const diff = readDiff(json);
    const list = applyVerifiedDiff(baseOf(diff, network, lists), diff, network);
    requireHeight(list, height);
    const known = headers.get(height);
    if (known !== undefined) requireHeader(list, known.header);
    requireClaims(diff, list);
    lists.byHeight.set(height, list);
    lists.byHash.set(list.hash, list);
    lists.diffs.set(height, diff);
    return { subject, result: 'verified', detail: describe(list, known !== undefined) };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { subject, result: 'failed', reason: error.reason, detail: error.message };
  }
}

function baseOf(
  { baseBlockHash }: MasternodeListDiff,
  { genesisHash }: NetworkParameters,
  { byHash }: RecordedLists,
): VerifiedList | undefined {
  if (baseBlockHash === ZERO_HASH || baseBlockHash === genesisHash) return undefined;
  const base = byHash.get(baseBlockHash);
  if (base !== undefined) return base;
  const other = Object.values(NETWORKS).find((network) => network.genesisHash === baseBlockHash);
  if (other !== undefined)
    throw new VerificationError('wrong-network', `the diff is from the first block of ${other.name}`);
  throw new VerificationError('wrong-base', `there is no verified list of the base block ${baseBlockHash}`);
}

/**
 * Checks members that no root commits to: the roots that a diff itself names, addresses in another form, counts of bits. Nothing is trusted for them; others
 * than those that follow from verified members show that the diff was changed.
 */
function requireClaims(diff: MasternodeListDiff, list: VerifiedList): void {
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

function describe({ masternodes, quorums, coinbase }: VerifiedList, hasHeader: boolean): string {
  const header = hasHeader ? 'in the block of the header' : 'no header in the folder';
  return `${masternodes.size} masternodes, ${quorums.size} quorums, both roots in the coinbase ${coinbase.txid.slice(0, 8)}…, ${header}`;
}

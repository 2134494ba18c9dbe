import { ZERO_HASH, type MasternodeListDiff, type NetworkParameters } from '@dapikit/chain/browser';
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
  throw new VerificationError('wrong-base', `there is no verified list of the base block ${baseBlockHash}`);
}

/** Checks the roots that a diff itself names. Nothing is trusted for them; other ones than those of the coinbase show that the diff was changed. */
function requireClaims(diff: MasternodeListDiff, { coinbase: { payload } }: VerifiedList): void {
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

function describe({ masternodes, quorums, coinbase }: VerifiedList, hasHeader: boolean): string {
  const header = hasHeader ? 'in the block of the header' : 'no header in the folder';
  return `${masternodes.size} masternodes, ${quorums.size} quorums, both roots in the coinbase ${coinbase.txid.slice(0, 8)}…, ${header}`;
}

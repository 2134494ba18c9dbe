import { NETWORKS, ZERO_HASH, type MasternodeListDiff, type NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { members, readDiff } from '../list/read-diff.js';
import { applyVerifiedDiff, requireHeader, requireHeight, type VerifiedList } from '../list/verified-list.js';
import { requireClaims } from './check-claims.js';
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
    const base = baseOf(diff, network, lists);
    const list = applyVerifiedDiff(base, diff, network);
    requireHeight(list, height);
    if (base !== undefined && base.height > height)
      throw new VerificationError('wrong-base', `the base block at ${base.height} is above ${height}`);
    const known = headers.get(height);
    if (known !== undefined) requireHeader(list, known.header);
    requireClaims(diff, list);
    const other = otherOf(list, lists);
    if (other !== undefined) return { subject, result: 'failed', reason: 'unexpected', detail: other };
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

/** Says in what a list contradicts those before it: a height has one block, and a quorum one key. Roots do not show it, where no header does. */
function otherOf({ height, hash, quorums }: VerifiedList, { byHeight }: RecordedLists): string | undefined {
  const same = byHeight.get(height);
  if (same !== undefined && same.hash !== hash)
    return `it is of block ${hash}, an earlier line of ${same.hash}`;
  for (const before of byHeight.values())
    for (const [key, { quorumPublicKey }] of quorums) {
      const known = before.quorums.get(key)?.quorumPublicKey;
      if (known !== undefined && known !== quorumPublicKey)
        return `quorum ${key} has another key than in list ${before.height}`;
    }
  return undefined;
}

function describe({ masternodes, quorums, coinbase }: VerifiedList, hasHeader: boolean): string {
  const header = hasHeader ? 'in the block of the header' : 'no header in the folder';
  return `${masternodes.size} masternodes, ${quorums.size} quorums, both roots in the coinbase ${coinbase.txid.slice(0, 8)}…, ${header}`;
}

import { decodeBlockHeader } from '@dapikit/chain/browser';
import { jump } from '../src/jump/jump.js';
import { applyVerifiedDiff } from '../src/list/verified-list.js';
import { checkpointOfList } from '../src/recorded/recorded-checkpoint.js';
import type { ProvenState } from '../src/state/verified-state.js';
import { recordedFolder } from './recorded-folders.js';

export const data = recordedFolder('testnet');
export const origin = checkpointOfList(data, { height: 946_360 });
const chainLock = data.chainLocks.find(({ height }) => height === 946_671)!;

function header(height: number) {
  const { first, bytes } = data.headers[0]!;
  return decodeBlockHeader(bytes.subarray((height - first) * 80, (height - first + 1) * 80));
}

/** Returns the list of 946648, reached from 946360. */
export function provenState(): ProvenState {
  const list = applyVerifiedDiff(undefined, data.lists[2]!.diff, data.network);
  const proof = {
    header: header(list.height),
    headers: Array.from({ length: 946_671 - list.height }, (_, at) => header(list.height + 1 + at)),
    chainLock: {
      height: 946_671,
      hash: String(chainLock['hash']),
      signature: String(chainLock['signature']),
    },
  };
  return { state: jump(origin, { list, ...proof }), ...proof };
}

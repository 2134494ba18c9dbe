import { checkChainLock, type SignedChainLock } from './check-chain-locks.js';
import { checkExpected } from './check-expected.js';
import { checkHeaders, type HeadersByHeight } from './check-headers.js';
import { checkHop, checkTrust } from './check-hops.js';
import { checkList, type RecordedLists } from './check-lists.js';
import type { RecordedCheck, RecordedData } from './recorded-data.js';

/**
 * Checks recorded data of a network from their first list as the checkpoint: headers, lists, what is expected of them, ChainLocks, and the jumps from list to
 * list. Gives a result a check, in this order.
 */
export function* checkRecorded(data: RecordedData): Generator<RecordedCheck> {
  const { network } = data;
  const headers: HeadersByHeight = new Map();
  for (const recorded of data.headers) yield checkHeaders(recorded, network, headers);
  if (data.lists.length === 0)
    yield { subject: 'lists', result: 'failed', reason: 'malformed', detail: 'there is no list' };
  const lists: RecordedLists = { byHeight: new Map(), byHash: new Map(), diffs: new Map() };
  for (const [position, line] of data.lists.entries())
    yield checkList(line, position, network, headers, lists);
  yield* elements('expected.json', data.expected, (value) => checkExpected(value, lists, headers));
  const chainLocks: SignedChainLock[] = [];
  yield* elements('chain-locks.json', data.chainLocks, (value) =>
    checkChainLock(value, network, lists, headers, chainLocks),
  );
  const hasChainLocks = data.chainLocks !== undefined;
  const contents = { network, lists, headers, chainLocks, hasChainLocks };
  yield* elements('hops.json', data.hops, (value) => checkHop(value, contents));
  yield* checkTrust(contents);
}

function* elements(
  file: string,
  content: unknown,
  check: (value: unknown) => RecordedCheck,
): Generator<RecordedCheck> {
  if (content === undefined) {
    yield { subject: file, result: 'skipped', detail: 'not in the folder' };
    return;
  }
  if (!Array.isArray(content)) {
    yield { subject: file, result: 'failed', reason: 'malformed', detail: 'expected a list' };
    return;
  }
  if (content.length === 0) yield { subject: file, result: 'skipped', detail: 'the list in it is empty' };
  for (const value of content) yield check(value);
}

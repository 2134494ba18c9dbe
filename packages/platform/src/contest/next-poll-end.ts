import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../store/store.js';
import { endKey, endOf, endPrefix, nextEndKey } from './contest-keys.js';

const END_BYTES = 8;

/** When the next running poll ends, in milliseconds; nothing when none runs. */
export async function nextPollEnd(view: StoreView): Promise<number | undefined> {
  // Every block asks: a look at one key costs less than one at a range.
  const bytes = await view.get(nextEndKey());
  return bytes === undefined ? undefined : Number(integerOf(bytes, false));
}

/** The polls that end by a time, the first ones first. */
export async function duePolls(view: StoreView, time: number, limit: number): Promise<Uint8Array[]> {
  if (((await nextPollEnd(view)) ?? Infinity) > time) return [];
  const due = await view.scan({ from: endPrefix(0), to: endPrefix(time + 1), limit });
  return due.map(({ key }) => endOf(key).pollId);
}

/** Remembers when a poll ends. */
export async function scheduleEnd(view: WritableView, endsAt: number, pollId: Uint8Array): Promise<void> {
  view.put(endKey(endsAt, pollId), new Uint8Array());
  putNext(view, Math.min(endsAt, (await nextPollEnd(view)) ?? Infinity));
}

/** Forgets when a poll ends. */
export async function unscheduleEnd(view: WritableView, endsAt: number, pollId: Uint8Array): Promise<void> {
  view.delete(endKey(endsAt, pollId));
  const [next] = await view.scan({ from: endPrefix(0), to: behindPrefix(nextEndKey()), limit: 1 });
  if (next === undefined) view.delete(nextEndKey());
  else putNext(view, endOf(next.key).endsAt);
}

const putNext = (view: WritableView, endsAt: number): void =>
  view.put(nextEndKey(), integerBytes(BigInt(endsAt), END_BYTES));

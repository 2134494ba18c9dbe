import { AsyncLocalStorage } from 'node:async_hooks';
import type { Block } from '../../state/chain/block.js';

/** Describes a transition that is on its way to a block: a signed one, or an unsigned call. */
export interface TransitionCall {
  /** Says what it is about, for those who follow the blocks. */
  readonly subject: object;
}

/** Describes a call that a block has executed, or rejected at a charge. */
export interface ExecutedCall {
  readonly call: TransitionCall;
  /** The result of its work in the block. */
  readonly outcome: unknown;
}

const calls = new AsyncLocalStorage<TransitionCall>();

/** Runs work of a call: the changes that it makes are its own. */
export const runCall = <Result>(call: TransitionCall, work: () => Result): Result => calls.run(call, work);

/** Returns the call whose work runs now; nothing outside of calls. */
export const currentCall = (): TransitionCall | undefined => calls.getStore();

/** Calls by their block; a block that is dropped takes them along. */
const executed = new WeakMap<Block, ExecutedCall[]>();

/** Notes that a block has executed a call. */
export function noteExecuted(block: Block, call: ExecutedCall): void {
  const noted = executed.get(block);
  if (noted === undefined) executed.set(block, [call]);
  else noted.push(call);
}

/** Returns the calls that a block has executed, in their order, and forgets them: a block that is kept would keep their results. */
export function takeExecuted(block: Block): readonly ExecutedCall[] {
  const noted = executed.get(block) ?? [];
  executed.delete(block);
  return noted;
}

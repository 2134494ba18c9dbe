import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import type { Block } from '../chain/block.js';
import type { ContractRejectedError } from '../contract/contract-error.js';
import type { ConsensusError } from '../../base/errors/consensus-error.js';
import { errorBytes } from '../../base/error-bytes/error-bytes.js';
import { spaceKey } from '../keys/space-key.js';
import type { StoreView, WritableView } from '../../store/store.js';

/** Describes why a block rejected a transition that its signer paid for. */
export interface StoredRejection {
  /** The official number; nothing where the network has none. */
  readonly code: number | undefined;
  /** The official name. */
  readonly name: string;
  readonly message: string;
  /** As the network serialises it; nothing where it has no such error. */
  readonly bytes: Uint8Array | undefined;
}

/** Describes a state transition that a block executed, with success or as a rejection that is paid. */
export interface ExecutedTransition {
  /** SHA-256 of the bytes as they were sent. */
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
  readonly block: Block;
  /** Its place among the changes of its block; the first one, 0, where absent. */
  readonly position?: number;
  /** Credits. */
  readonly fee: bigint;
  readonly rejection?: StoredRejection;
}

/**
 * Lists the spaces of executed transitions in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 05 | SHA-256 of the bytes of a state transition | its bytes, its block, its fee and its rejection |
 * | 06 | height of its block, 8 bytes, and its place in the block, 2 bytes, unless it is the first | SHA-256 of its bytes |
 * | 07 | identifier that it names, 32 bytes, then as behind 06 | SHA-256 of its bytes |
 */
export const TRANSITION_SPACES = {
  executedTransitions: 0x05,
  transitionHeights: 0x06,
  namedTransitions: 0x07,
} as const;

export const EXECUTED_FORM = storedForm<ExecutedTransition>();

const HEIGHT_BYTES = 8;

/** Returns the key of an executed transition. */
export const executedKey = (id: Uint8Array): Uint8Array =>
  spaceKey(TRANSITION_SPACES.executedTransitions, id);

const POSITION_BYTES = 2;

/** Returns a height, and a place in its block, as they are in keys. */
const placeBytes = (height: bigint, position: number): Uint8Array =>
  concatBytes([
    integerBytes(height, HEIGHT_BYTES),
    position === 0 ? new Uint8Array() : integerBytes(BigInt(position), POSITION_BYTES),
  ]);

/** Returns the key of a transition of a block. */
export const transitionHeightKey = (height: bigint, position = 0): Uint8Array =>
  spaceKey(TRANSITION_SPACES.transitionHeights, placeBytes(height, position));

/** Returns the prefix of the keys of the transitions that name an identifier. @param id 32 bytes */
export const namedTransitionsPrefix = (id: Uint8Array): Uint8Array =>
  spaceKey(TRANSITION_SPACES.namedTransitions, id);

/** Returns the key of a transition of a block that names an identifier. @param id 32 bytes */
export const namedTransitionKey = (id: Uint8Array, height: bigint, position = 0): Uint8Array =>
  spaceKey(TRANSITION_SPACES.namedTransitions, id, placeBytes(height, position));

/** Returns the height in a key of {@link transitionHeightKey} or {@link namedTransitionKey}. @param at where it begins */
export const heightBehind = (key: Uint8Array, at: number): bigint =>
  readInteger(key.subarray(at, at + HEIGHT_BYTES), false);

/** Stores an executed transition with its block. @param named the identifiers that it names */
export function putExecuted(
  view: WritableView,
  executed: ExecutedTransition,
  named: readonly Uint8Array[],
): void {
  const { id, block, position } = executed;
  view.put(executedKey(id), EXECUTED_FORM.toBytes(executed));
  view.put(transitionHeightKey(block.height, position), id);
  for (const one of named) view.put(namedTransitionKey(one, block.height, position), id);
}

/** Returns an executed transition, or nothing. */
export async function findExecuted(view: StoreView, id: Uint8Array): Promise<ExecutedTransition | undefined> {
  const bytes = await view.get(executedKey(id));
  return bytes && EXECUTED_FORM.fromBytes(bytes);
}

/** Returns a rejection as it is stored. */
export const storedRejection = (error: ConsensusError | ContractRejectedError): StoredRejection => ({
  code: error.code,
  name: error.name,
  message: error.message,
  bytes: errorBytes(error),
});

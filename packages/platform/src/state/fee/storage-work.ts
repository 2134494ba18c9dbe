/** Describes what a transition changes in the trees of the state, in bytes that the network charges for. */
export interface StorageWork {
  /** Elements that come, and what elements grow by. */
  readonly addedBytes: number;
  /** Elements that are written again, as far as both have the bytes. */
  readonly replacedBytes: number;
  /** Elements that go, and what elements shrink by. */
  readonly removedBytes: number;
  /** The elements of existing layers that get another root, and nodes above changed ones. */
  readonly passedBytes: number;
  /** Numbers of elements that come, are written again, go, and get another root. */
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  readonly passed: number;
  /** Trees of which it is looked up whether they exist. */
  readonly checks: number;
}

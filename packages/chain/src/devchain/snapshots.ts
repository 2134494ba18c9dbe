import { ControlRejectedError } from './control-rejected-error.js';

/** States to revert to, the oldest first. An id is never used twice. */
export class Snapshots<State> {
  readonly #states = new Map<number, State>();
  #next = 1;

  /** Returns the ids of the states that can be reverted to. */
  get ids(): number[] {
    return [...this.#states.keys()];
  }

  take(state: State): number {
    const id = this.#next;
    this.#next += 1;
    this.#states.set(id, state);
    return id;
  }

  clear(): void {
    this.#states.clear();
  }

  /**
   * Returns the state with an id, and removes it and all later ones.
   * @throws {ControlRejectedError} `unknown-snapshot`
   */
  takeOut(id: number): State {
    const state = this.#states.get(id);
    if (state === undefined) {
      throw new ControlRejectedError('unknown-snapshot', {
        expected: this.#states.size === 0 ? 'a snapshot; there is none' : `one of ${this.ids.join(', ')}`,
        found: id,
        fix: 'take a new snapshot: a revert removes the snapshot and all later ones',
      });
    }
    for (const later of this.ids) if (later >= id) this.#states.delete(later);
    return state;
  }
}

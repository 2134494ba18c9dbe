import { ControlRejectedError } from './control-rejected-error.js';

/** States to go back to, the oldest first. An id is never given twice. */
export class Snapshots<State> {
  readonly #states = new Map<number, State>();
  #next = 1;

  /** Returns the ids of the states that can be gone back to. */
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
   * Returns the state with an id. It is given once: with it go those that were taken later, which it is as if they never were.
   * @throws {ControlRejectedError} `unknown-snapshot`
   */
  giveBack(id: number): State {
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

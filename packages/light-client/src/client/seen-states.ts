import type { SeenState } from '../state/seen-state.js';

/** Heights whose states are remembered: some days of the platform. */
const MAX_HEIGHTS = 4096;

/** Remembers the app hashes of signed states of the platform by their heights: two of one height are evidence against the quorums that signed them. */
export class SeenStates {
  readonly #seen = new Map<number, string>();
  readonly #accepted: ReadonlyMap<number, string>;
  #highest: SeenState | undefined;

  /** @param accepted app hashes that an operator accepted after a fork, by their heights */
  constructor(accepted: ReadonlyMap<number, string> = new Map()) {
    this.#accepted = accepted;
  }

  /** Returns the highest state that may be served: no older one is shown as the present one. */
  get highest(): SeenState | undefined {
    return this.#highest;
  }

  /**
   * Notes a state whose signature verified.
   * @returns `accepted` for one that may be served, `denied` for one that an operator decided against, or the other app hash of its height
   */
  note(height: number, appHash: string): 'accepted' | 'denied' | { readonly followed: string } {
    const noted = this.#note(height, appHash);
    if (noted === 'accepted' && height > (this.#highest?.height ?? 0)) this.#highest = { height, appHash };
    return noted;
  }

  #note(height: number, appHash: string): 'accepted' | 'denied' | { readonly followed: string } {
    const decided = this.#accepted.get(height);
    if (decided !== undefined) return decided === appHash ? 'accepted' : 'denied';
    const followed = this.#seen.get(height);
    if (followed !== undefined) return followed === appHash ? 'accepted' : { followed };
    this.#seen.set(height, appHash);
    if (this.#seen.size > MAX_HEIGHTS)
      for (const oldest of [...this.#seen.keys()].slice(0, -MAX_HEIGHTS)) this.#seen.delete(oldest);
    return 'accepted';
  }
}

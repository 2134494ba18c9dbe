import type { WritableView } from '../../store/store.js';
import type { TransitionEnvironment } from './transition.js';

/** Describes a transition that costs its signer nothing: the vote of a masternode, which the fund of its poll pays for. */
export interface FreeTransition {
  /** Checks it and does it. What is thrown undoes all that was written. @throws {ConsensusError} unpaid */
  readonly executeFree: (view: WritableView, environment: TransitionEnvironment) => Promise<void>;
}

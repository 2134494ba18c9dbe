import { assetLockKey } from '../../state/identity/identity-entry-keys.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { checkTransition } from './check-transition.js';
import type { SignedTransition } from './platform-chain.js';
import {
  checkAddressTransition,
  keysReadByAddresses,
  runAddressTransition,
} from './run-address-transition.js';
import { admitAssetLock, runAssetLockTransition } from './run-asset-lock-transition.js';
import { keysReadBy, runTransition, type TransitionOutcome } from './run-transition.js';
import type { TransitionEnvironment } from './transition.js';

/** Checks a transition of signed bytes as a node does before it takes it into its mempool. @throws {ConsensusError} unpaid */
export async function checkSigned(
  view: StoreView,
  transition: SignedTransition,
  environment: TransitionEnvironment,
): Promise<void> {
  if ('inputs' in transition) await checkAddressTransition(view, transition, environment);
  else if ('lock' in transition) await admitAssetLock(view, transition, environment);
  else if ('executeFree' in transition) await transition.executeFree(new Overlay(view), environment);
  else await checkTransition(view, transition, environment);
}

/** Executes a transition of signed bytes, with whatever pays for it. @throws {ConsensusError} when nobody does */
export async function runSigned(
  view: WritableView,
  transition: SignedTransition,
  environment: TransitionEnvironment,
): Promise<TransitionOutcome<unknown>> {
  if ('inputs' in transition) return runAddressTransition(view, transition, environment);
  if ('lock' in transition) return runAssetLockTransition(view, transition, environment);
  if (!('executeFree' in transition)) return runTransition(view, transition, environment);
  await transition.executeFree(view, environment);
  return { isRejected: false, result: {}, fee: 0n, block: environment.block };
}

/** Returns the keys that a transition of signed bytes is known to read. */
export function keysReadBySigned(transition: SignedTransition): readonly Uint8Array[] {
  if ('inputs' in transition) return keysReadByAddresses(transition);
  if ('lock' in transition) return [assetLockKey(transition.lock.outPoint)];
  return 'executeFree' in transition ? [] : keysReadBy(transition);
}

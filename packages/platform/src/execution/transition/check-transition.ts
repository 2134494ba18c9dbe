import { requireIdentity } from '../../state/identity/identity-store.js';
import { consumeNonce } from '../../state/identity/nonce-store.js';
import { requireSigningKey, strongestKey } from '../../state/identity/signing-key.js';
import { readKeyId, readNonce } from '../../state/input/read-signed.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView } from '../../store/store.js';
import { checkBalance } from './run-transition.js';
import type { Transition, TransitionEnvironment } from './transition.js';

/**
 * Checks a transition as a node does before it takes it into its mempool: nonce, structure, signature, balance, content. What depends
 * on other documents is left to the block. Nothing is changed.
 *
 * Source: `check_tx_verification/v0` in `packages/rs-drive-abci` of dashpay/platform, whose order is not that of a block.
 * @throws {ConsensusError} all of them unpaid, since nobody is charged.
 */
export async function checkTransition(
  state: StoreView,
  transition: Transition<unknown>,
  environment: TransitionEnvironment,
): Promise<void> {
  const view = new Overlay(state);
  const { signed, nonceOwner, keyRequirement } = transition;
  const { trace } = environment;
  await transition.checkFirst?.({ ...environment, view });
  const identityId = signed.by;
  trace?.begin('nonce');
  const wanted = signed.nonce === undefined ? undefined : readNonce(signed.nonce);
  const nonce = await consumeNonce(view, { identityId, ...nonceOwner }, wanted);
  trace?.begin('signer');
  const signer = await requireIdentity(view, identityId);
  trace?.begin('structure');
  transition.checkStructure?.(signer);
  const keyId = signed.keyId === undefined ? strongestKey(signer, keyRequirement) : readKeyId(signed.keyId);
  trace?.begin('signature');
  const key = requireSigningKey(signer, keyId, keyRequirement);
  transition.checkSignature?.(key);
  const context = { ...environment, view, signer, key, nonce };
  trace?.begin('balance');
  checkBalance(signer, await transition.requiredBalance(context));
  trace?.begin('contract and document');
  await transition.checkContent?.(context);
}

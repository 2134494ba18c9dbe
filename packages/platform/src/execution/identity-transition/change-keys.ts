import { readSigner } from '../../state/input/read-signed.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import { BASE_FEES, signatureCost } from '../../state/fee/processing-cost.js';
import { checkBounds } from '../../state/identity/check-bounds.js';
import { checkKeyChange, checkNewIds } from '../../state/identity/check-keys.js';
import { checkUnusedKeys } from '../../state/identity/check-unused-keys.js';
import { changeKeys, requireIdentity, type Identity } from '../../state/identity/identity-store.js';
import type { PublicKey } from '../../state/identity/public-key.js';
import { readKeys, type KeyInput } from '../../state/identity/read-keys.js';
import { MASTER_KEYS } from '../../state/identity/signing-key.js';
import type { Signed, Transition } from '../transition/transition.js';
import { MIN_PROCESSING_FEE } from './min-processing-fee.js';
import { identityInfo, type IdentityInfo } from './identity-info.js';

/** Describes which keys an identity gets, and which it does not use any more. */
export interface ChangeIdentityKeys extends Signed {
  readonly add?: readonly KeyInput[];
  /** The ids of keys. */
  readonly disable?: readonly number[];
}

/** Describes what signed bytes have in addition. */
export interface SignedKeyChange {
  /** The revision that the identity is to have. */
  readonly revision: bigint;
  /** Checks that each new key signs for itself. @throws {ConsensusError} 20008, 20009 or 20010 */
  readonly checkProofs: () => void;
}

/** Adds and disables keys of an identity. @throws {InputError} */
export function keyChange(
  { add = [], disable = [], ...signed }: ChangeIdentityKeys,
  contracts: ContractBook,
  bytes?: SignedKeyChange,
): Transition<{ identity: IdentityInfo }> {
  if (!Array.isArray(disable) || !disable.every((id) => Number.isInteger(id)))
    throw new InputError('disable', { expected: 'an array of key ids', found: disable });
  return {
    signed: readSigner(signed),
    nonceOwner: {},
    keyRequirement: MASTER_KEYS,
    baseFee: BASE_FEES.identity,
    checkStructure: (signer) => checkKeyChange(keysToAdd(add, signer), disable),
    requiredBalance: () => MIN_PROCESSING_FEE,
    execute: async ({ view, signer, block, rules }) => {
      checkRevision(signer, bytes?.revision);
      bytes?.checkProofs();
      const added = keysToAdd(add, signer);
      await checkUnusedKeys(view, added, rules.protocolVersion);
      checkNewIds(signer.keys, added);
      const requirements = await checkBounds(view, contracts, signer, added);
      await changeKeys(view, signer.id, { add: added, disable, requirements, time: block.time });
      // Each key signs for itself.
      const signatures = added.reduce((sum, { type }) => sum + signatureCost(type), 0n);
      return {
        result: { identity: identityInfo(await requireIdentity(view, signer.id)) },
        processingFee: signatures,
      };
    },
  };
}

/** Rejects a revision that does not follow that of the identity; without one, the next is meant. @throws {ConsensusError} 40203 */
function checkRevision({ id, revision }: Identity, wanted: bigint = revision + 1n): void {
  if (wanted === revision + 1n) return;
  throw new ConsensusError('InvalidIdentityRevisionError', {
    identityId: id,
    currentRevision: revision,
    wanted,
  });
}

/** Returns the keys that an identity is to get; those without an id take the next ones. */
const keysToAdd = (add: readonly KeyInput[], { id, keys }: Identity): PublicKey[] =>
  readKeys(add, id, Math.max(-1, ...keys.map((key) => key.id)) + 1);

import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { readable } from '../../base/bytes/readable.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { readSigner } from '../../state/input/read-signed.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { contestsOfContract, deleteContests } from '../../state/contest/contests-of-contract.js';
import { CRITICAL_KEYS } from '../../state/identity/signing-key.js';
import { readId, type IdInput } from '../../state/input/read-input.js';
import { contractRemovalsPrefix } from '../../state/keys/removal-keys.js';
import { addCredits } from '../../state/identity/credits.js';
import { feePotKey, findFeePot, POTS } from '../../state/moderation/fee-pots.js';
import { moderatedUsersPrefix } from '../../state/moderation/moderation-keys.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { decodeDocument } from '../../state/document/binary-form.js';
import { expirationKeyOf } from '../../state/document-storage/expirations.js';
import { documentsPrefix, KEY_SPACES } from '../../state/keys/key-spaces.js';
import { spaceKey } from '../../state/keys/space-key.js';
import { behindPrefix } from '../../state/keys/tuple-key.js';
import type { Transition, Signed } from '../transition/transition.js';
import type { WritableView } from '../../store/store.js';
import { contractFee, CONTRACT_DELETION_FEE } from '../../state/fee/contract-fee.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { contractVersionsPrefix } from '../../state/contract/contract-keys.js';
import { leaveGroups } from '../../state/contract/contract-group.js';
import { removeContract } from '../../state/contract/contract-store.js';

/** Describes a contract that is to be deleted. */
export interface DeleteContract extends Signed {
  /** Base58. */
  readonly contractId: IdInput;
}

/**
 * Deletes a contract whose config has `canBeDeleted` (not on the network), with all of its documents, their history, their
 * aggregates and the contests about them. Nothing is paid back. Its tokens stay: others have them, and other contracts may cost them.
 *
 * Source: the specification, section 2.4: a contract says whether it can be deleted; the network has no transition for it.
 */
export function deleteContract({ contractId, ...signed }: DeleteContract): Transition<object> {
  const id = readId(contractId, 'contractId');
  return {
    signed: readSigner(signed),
    nonceOwner: { contractId: id },
    keyRequirement: CRITICAL_KEYS,
    baseFee: BASE_FEES.identity,
    requiredBalance: () => contractFee(undefined).requiredBalance,
    execute: async ({ view, contracts, signer }) => {
      const contract = await contracts.findContract(view, id);
      if (contract === undefined)
        throw new ConsensusError('DataContractNotPresentError', { dataContractId: id });
      const reject = (reason: string): never => {
        throw new ConsensusError('ContractDeletionNotAllowedError', { contractId: id, reason });
      };
      if (compareBytes(contract.ownerId, signer.id) !== 0)
        reject(`its owner is ${identifierText(contract.ownerId)}`);
      if (!contract.description.config.canBeDeleted) reject('its config has no canBeDeleted');
      const contests = await contestsOfContract(view, id);
      if (contests.some(({ status }) => status.kind === 'Started')) reject('a contest is running');
      removeContract(view, id);
      await deleteAll(view, contractVersionsPrefix(id));
      await deleteContests(view, id);
      await deleteExpirations(view, contract);
      for (const space of Object.values(KEY_SPACES)) await deleteAll(view, spaceKey(space, id));
      await deleteAll(view, moderatedUsersPrefix(id));
      await deleteAll(view, contractRemovalsPrefix(id));
      await leaveGroups(view, id);
      await emptyPots(view, contract);
      return { result: {}, processingFee: CONTRACT_DELETION_FEE - BASE_FEES.identity, isUnmetered: true };
    },
  };
}

/** Pays what nobody has claimed to the owner of a contract. */
async function emptyPots(view: WritableView, { id, ownerId }: RegisteredContract): Promise<void> {
  for (const pot of POTS) {
    const { credits } = await findFeePot(view, id, pot);
    if (credits > 0n) await addCredits(view, ownerId, credits);
    view.delete(feePotKey(id, pot));
  }
}

/** Removes when documents of a contract expire. A document that cannot be read has its entry until it is due. */
async function deleteExpirations(view: WritableView, contract: RegisteredContract): Promise<void> {
  for (const { name, ttl } of contract.description.documentTypes) {
    const collection = ttl === undefined ? undefined : contract.collection(name);
    if (collection === undefined) continue;
    const prefix = documentsPrefix(collection.location);
    for (const { value } of await view.scan({ from: prefix, to: behindPrefix(prefix) })) {
      const document = readable(() => decodeDocument(collection.type, value));
      const key = document && expirationKeyOf(collection, document);
      if (key !== undefined) view.delete(key);
    }
  }
}

async function deleteAll(view: WritableView, prefix: Uint8Array): Promise<void> {
  for (const { key } of await view.scan({ from: prefix, to: behindPrefix(prefix) })) view.delete(key);
}

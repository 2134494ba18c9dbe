import { bytesOf } from '../bytes/identifier-order.js';
import { joined } from '../bytes/double-hash.js';
import { PlatformError } from '../consensus-error.js';
import { contestsOfContract, deleteContests } from '../contest/contests-of-contract.js';
import { CRITICAL_KEYS } from '../identity/signing-key.js';
import { readId } from '../input/read-input.js';
import { KEY_SPACES } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { Operation, Signed } from '../operation/operation.js';
import type { WritableView } from '../store/store.js';
import { contractFee, REFUSED_CONTRACT_FEE } from './contract-fee.js';
import { contractVersionsPrefix } from './contract-keys.js';
import { removeContract } from './contract-store.js';

/** A contract that is to be deleted. */
export interface DeleteContract extends Signed {
  /** Base58. */
  readonly contractId: string;
}

/**
 * Not on the network: deletes a contract whose config has `canBeDeleted`, with all of its documents, their history, their
 * totals and the contests about them. Nothing is paid back. Its tokens stay: others have them, and other contracts may cost them.
 *
 * Source: the specification, section 2.4: a contract says whether it can be deleted; the network has no operation for it.
 */
export function deleteContract({ contractId, ...signed }: DeleteContract): Operation<object> {
  const id = readId(contractId, 'contractId');
  return {
    signed,
    nonceOf: { contractId: id },
    keyDemand: CRITICAL_KEYS,
    refusalFee: REFUSED_CONTRACT_FEE,
    requiredBalance: () => contractFee(undefined).requiredBalance,
    execute: async ({ view, contracts, signer }) => {
      const contract = await contracts.contractOf(view, id);
      if (contract === undefined) throw new PlatformError('DataContractNotPresentError', { contractId: id });
      const refuse = (reason: string): never => {
        throw new PlatformError('ContractDeletionNotAllowedError', { contractId: id, reason });
      };
      if (contract.ownerId !== signer.id) refuse(`its owner is ${contract.ownerId}`);
      if (!contract.description.config.canBeDeleted) refuse('its config has no canBeDeleted');
      const contests = await contestsOfContract(view, bytesOf(id));
      if (contests.some(({ status }) => status.kind === 'Started')) refuse('a contest is running');
      removeContract(view, id);
      await deleteAll(view, contractVersionsPrefix(id));
      await deleteContests(view, bytesOf(id));
      for (const space of Object.values(KEY_SPACES))
        await deleteAll(view, joined([Uint8Array.of(space), bytesOf(id)]));
      return { result: {}, storageFee: 0n, processingFee: REFUSED_CONTRACT_FEE };
    },
  };
}

async function deleteAll(view: WritableView, prefix: Uint8Array): Promise<void> {
  for (const { key } of await view.scan({ from: prefix, to: behindPrefix(prefix) })) view.delete(key);
}

import {
  describeContract,
  documentValidator,
  type ContractDescription,
  type DocumentValidator,
} from '@dapikit/contract';
import { bytesOf } from '../bytes/identifier-order.js';
import type { Collection } from '../document/collection.js';
import type { Terms } from '../operation/terms.js';
import { asBuffer } from '../store/as-buffer.js';
import type { StoreView } from '../store/store.js';
import { contractHash, storedContract, type StoredContract } from './contract-store.js';

/** A contract that is registered. */
export interface RegisteredContract extends StoredContract {
  readonly description: ContractDescription;
  /** The documents of a type, or nothing when there is no such type. The same object at every call. */
  readonly collection: (documentType: string) => Collection | undefined;
  /** Compiled at the first call. */
  readonly validator: (documentType: string) => DocumentValidator;
}

/** The contracts of a store. What they mean is worked out once. */
export interface ContractBook {
  /** A contract by its id in base58, as a state of the store has it, or nothing. */
  readonly contractOf: (view: StoreView, id: string) => Promise<RegisteredContract | undefined>;
}

/** The first protocol with `$creatorId`. */
const CREATORS_SINCE = 10;

/** How many contracts are remembered. */
const MOST_REMEMBERED = 500;

/** A book that remembers what the contracts mean that were read last, for as long as the store has the same bytes of them. */
export function createContractBook(terms: Pick<Terms, 'order' | 'protocolVersion'>): ContractBook {
  const remembered = new Map<string, { readonly hash: Uint8Array; readonly contract: RegisteredContract }>();
  return {
    contractOf: async (view, id) => {
      const hash = await contractHash(view, id);
      if (hash === undefined) return undefined;
      const known = remembered.get(id);
      if (known !== undefined && asBuffer(known.hash).equals(hash)) return known.contract;
      const stored = await storedContract(view, id);
      if (stored === undefined)
        throw new RangeError(`expected the contract ${id} beside its hash, found none`);
      const contract = registeredContract(stored, terms);
      remembered.delete(id);
      remembered.set(id, { hash: Uint8Array.from(hash), contract });
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return contract;
    },
  };
}

/** What a stored contract means. @throws {RangeError} when it cannot have been registered. */
function registeredContract(
  stored: StoredContract,
  { order, protocolVersion: present }: Pick<Terms, 'order' | 'protocolVersion'>,
): RegisteredContract {
  const { text } = stored;
  // Protocol 10 has the rules of 9 for contracts. From it on documents tell who created them, whenever their contract came.
  const protocolVersion = Math.max(stored.protocolVersion, Math.min(present, CREATORS_SINCE));
  const described = describeContract(text, {
    protocolVersion,
    transition: stored.version === 1 ? 'create' : 'update',
    network: 'regtest',
  });
  if (!described.ok)
    throw new RangeError(
      `expected contract ${stored.id} to be one that protocol ${protocolVersion} accepts, found ${described.diagnostics[0]?.message ?? 'another'}`,
    );
  const contractId = bytesOf(stored.id);
  const collections = new Map(
    described.description.documentTypes.map((type): [string, Collection] => [
      type.name,
      { place: { contractId, documentType: type.name }, type, order },
    ]),
  );
  const validators = new Map<string, DocumentValidator>();
  return {
    ...stored,
    description: described.description,
    collection: (documentType) => collections.get(documentType),
    validator: (documentType) => {
      const known = validators.get(documentType);
      if (known !== undefined) return known;
      const validator = documentValidator(text, documentType, { protocolVersion });
      if (collections.has(documentType)) validators.set(documentType, validator);
      return validator;
    },
  };
}

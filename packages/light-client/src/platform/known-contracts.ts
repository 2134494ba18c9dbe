import type { DocumentTypeDescription } from '@dapikit/contract';
import type { DataContract } from '@dapikit/protocol';
import type { Verified } from './proven-read.js';

/** Describes a contract whose document types are known. */
export interface KnownContract {
  /** `undefined` for a contract that no rules here accept. */
  readonly types: ReadonlyMap<string, DocumentTypeDescription> | undefined;
  /** Height of the state that has it. */
  readonly height: bigint;
}

/** Reads a contract with its proof, of a state that is not older than a height; `undefined` where there is none. */
export type ReadContract = (
  contractId: Uint8Array,
  options: { readonly since: bigint; readonly signal: AbortSignal | undefined },
) => Promise<Pick<Verified<DataContract | undefined>, 'value' | 'height'>>;

const MAX_CONTRACTS = 50;

/** Keeps the contracts that were read last. */
export class KnownContracts {
  readonly #contracts = new Map<string, KnownContract>();

  constructor(private readonly read: ReadContract) {}

  /** Returns a contract that has a document type. @throws {RangeError} (rejects) where it has none, also by the newest state; as the read does */
  async withType(contractId: Uint8Array, type: string, signal?: AbortSignal): Promise<KnownContract> {
    const kept = this.#contracts.get(contractId.join());
    if (kept?.types?.has(type) === true) return kept;
    const current = await this.#read(contractId, 0n, signal);
    typeOf(current, type);
    return current;
  }

  /** Returns a contract of a state that has at least a height. @throws (rejects) as the read does */
  async since(contractId: Uint8Array, height: bigint, signal?: AbortSignal): Promise<KnownContract> {
    const kept = this.#contracts.get(contractId.join());
    return kept !== undefined && kept.height >= height ? kept : this.#read(contractId, height, signal);
  }

  /** Reads a contract for one caller: a read ends with the signal of its caller. */
  async #read(contractId: Uint8Array, since: bigint, signal?: AbortSignal): Promise<KnownContract> {
    const [{ provenDocumentTypes }, { value, height }] = await Promise.all([
      // The rules of contracts have more code than all else: it is loaded with the first read of documents.
      import('@dapikit/protocol/document-types'),
      this.read(contractId, { since, signal }),
    ]);
    return this.#keep(contractId.join(), {
      types: value === undefined ? new Map() : provenDocumentTypes(value),
      height,
    });
  }

  /** Keeps a contract, and returns the newest one that is kept. */
  #keep(key: string, read: KnownContract): KnownContract {
    const kept = this.#contracts.get(key);
    if (kept !== undefined && kept.height > read.height) return kept;
    this.#contracts.delete(key);
    this.#contracts.set(key, read);
    for (const oldest of [...this.#contracts.keys()].slice(0, -MAX_CONTRACTS)) this.#contracts.delete(oldest);
    return read;
  }
}

/** Returns a document type of a contract. @throws {RangeError} where it has none of the name */
export function typeOf({ types }: KnownContract, name: string): DocumentTypeDescription {
  if (types === undefined)
    throw new RangeError(
      'no rules of this version accept the contract: a newer version may read its documents',
    );
  const type = types.get(name);
  if (type !== undefined) return type;
  throw new RangeError(
    `there is no document type ${JSON.stringify(name.slice(0, 100))} in the contract, or no contract`,
  );
}

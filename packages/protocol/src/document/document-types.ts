import { describeContract, PROTOCOL_VERSIONS, type DocumentTypeDescription } from '@dapikit/contract';
import { dataContract, type DataContract } from '../contract/data-contract.js';

/**
 * Returns the document types of a contract, of any version, by name: what {@link documentCodec} takes. The contract is checked by the
 * rules of a protocol version first, so keep the result.
 *
 * @throws {RangeError} when the rules reject the contract.
 */
export function documentTypesOf(
  contract: DataContract,
  options: { readonly protocolVersion?: number } = {},
): ReadonlyMap<string, DocumentTypeDescription> {
  const described = describeContract(JSON.stringify(dataContract.toJson(contract)), {
    ...options,
    transition: contract.version === 1 ? 'create' : 'update',
    // The contract does not say its network: this one has the lowest limits.
    network: 'regtest',
  });
  if (!described.ok) {
    const first =
      described.diagnostics.find(({ severity }) => severity === 'error') ?? described.diagnostics[0];
    throw new RangeError(`contract rejected: ${first?.message ?? 'unknown error'}`);
  }
  return new Map(described.description.documentTypes.map((type) => [type.name, type]));
}

/** Returns the document types of a contract of the chain, by the newest rules that accept it, as it may be older than those of today; `undefined` where none do. */
export function provenDocumentTypes(
  contract: DataContract,
): ReadonlyMap<string, DocumentTypeDescription> | undefined {
  for (const protocolVersion of PROTOCOL_VERSIONS.toReversed())
    try {
      return documentTypesOf(contract, { protocolVersion });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  return undefined;
}

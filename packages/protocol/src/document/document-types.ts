import { describeContract, type DocumentTypeDescription } from '@dapikit/contract';
import { dataContract, type DataContract } from '../contract/data-contract.js';

/** The version of a contract that is registered, which is all that the rules accept without a baseline. */
const FIRST_VERSION = 1;

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
  const registered = { ...contract, version: FIRST_VERSION };
  const described = describeContract(JSON.stringify(dataContract.toJson(registered)), options);
  if (!described.ok) {
    const first =
      described.diagnostics.find(({ severity }) => severity === 'error') ?? described.diagnostics[0];
    throw new RangeError(`contract rejected: ${first?.message ?? 'unknown error'}`);
  }
  return new Map(described.description.documentTypes.map((type) => [type.name, type]));
}

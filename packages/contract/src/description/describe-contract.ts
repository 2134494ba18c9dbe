import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getInteger, getMember, getText } from '../source/json-node.js';
import { checkContract, createVerdict, type ValidateContractOptions } from '../check/validate-contract.js';
import type { ContractDescription } from './contract-description.js';
import { describeDocumentType } from './describe-document-type.js';
import { extendedParts } from './extended-description.js';

/** Holds the result of {@link describeContract}. */
export type DescriptionResult =
  | {
      readonly ok: true;
      readonly description: ContractDescription;
      /** Warnings and hints of an accepted contract, and errors of the specification only. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      /** Errors for which the network rejects the contract, and other diagnostics. */
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Describes a contract: the options of its document types with defaults, how each property is stored, its indices and
 * what they count and sum.
 *
 * @param contract JSON text, or a JSON value: what `validateContract` accepts.
 * @returns only diagnostics if the network rejects the contract. Never throws because of the contract.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { describeContract } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const result = describeContract({ note });
 * result.ok && result.description.documentTypes[0].documentsMutable; // => true
 * result.ok && result.description.documentTypes[0].properties[0].path; // => 'text'
 */
export function describeContract(
  contract: unknown,
  options: ValidateContractOptions = {},
): DescriptionResult {
  const checked = checkContract(contract, options);
  const { accepted, diagnostics } = createVerdict(checked);
  const { contract: read, protocol } = checked;
  if (!accepted || read === undefined) return { ok: false, diagnostics };
  return { ok: true, description: describe(read, protocol), diagnostics };
}

function describe(contract: Contract, protocol: ProtocolRules): ContractDescription {
  const { root, shape, config, documentTypes } = contract;
  const isWhole = shape !== 'documents';
  const id = isWhole ? getText(getMember(root, 'id')) : undefined;
  const ownerId = isWhole ? getText(getMember(root, 'ownerId')) : undefined;
  const version = isWhole ? getInteger(getMember(root, 'version')) : undefined;
  return {
    shape,
    protocolVersion: protocol.version,
    ...(id === undefined ? {} : { id }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(version === undefined ? {} : { version: Number(version) }),
    config,
    ...extendedParts.describeContract(contract),
    documentTypes: documentTypes.map((type) => describeDocumentType(type, protocol, documentTypes)),
  };
}

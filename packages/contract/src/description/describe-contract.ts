import type { Diagnostic } from '../diagnostic.js';
import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { integerOf, member, textOf } from '../source/json-node.js';
import { checkContract, verdictOf, type ValidateContractOptions } from '../validate-contract.js';
import type { ContractDescription } from './contract-description.js';
import { describeDocumentType } from './describe-document-type.js';

/** What {@link describeContract} gives. */
export type DescriptionResult =
  | {
      readonly ok: true;
      readonly description: ContractDescription;
      /** What is accepted and yet surprises. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      /** What the network refuses the contract for. */
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * What a contract means, resolved: the options of its document types with their defaults, how each property is stored,
 * its indices and what they count and sum.
 *
 * @param contract JSON text, or the value that it stands for: what `validateContract` takes.
 * @returns the diagnostics alone when the network refuses the contract. Never throws for what the contract is.
 * @throws {RangeError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * const result = describeContract(contract);
 * if (result.ok) console.table(result.description.documentTypes[0].properties);
 */
export function describeContract(
  contract: unknown,
  options: ValidateContractOptions = {},
): DescriptionResult {
  const checked = checkContract(contract, options);
  const { accepted, diagnostics } = verdictOf(checked);
  const { contract: read, protocol } = checked;
  if (!accepted || read === undefined) return { ok: false, diagnostics };
  return { ok: true, description: describe(read, protocol), diagnostics };
}

function describe(contract: Contract, protocol: ProtocolRules): ContractDescription {
  const { root, shape, config, documentTypes } = contract;
  const isWhole = shape !== 'documents';
  const id = isWhole ? textOf(member(root, 'id')) : undefined;
  const ownerId = isWhole ? textOf(member(root, 'ownerId')) : undefined;
  const version = isWhole ? integerOf(member(root, 'version')) : undefined;
  return {
    shape,
    protocolVersion: protocol.version,
    ...(id === undefined ? {} : { id }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(version === undefined ? {} : { version: Number(version) }),
    config,
    documentTypes: documentTypes.map((type) => describeDocumentType(type, protocol)),
  };
}

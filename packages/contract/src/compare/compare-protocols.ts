import { validateContract, type ValidateContractOptions } from '../check/validate-contract.js';
import { describeContract } from '../description/describe-contract.js';
import type { Diagnostic } from '../diagnostic/diagnostic.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import { changedMeanings, type ChangedMeaning } from './changed-meanings.js';

/** Configures {@link compareProtocols}. */
export interface CompareProtocolsOptions extends Omit<
  ValidateContractOptions,
  'protocolVersion' | 'maxDiagnostics' | 'transition'
> {
  /** Protocol version for which the contract was written. */
  readonly from: number;
  /** Protocol version that comes. */
  readonly to: number;
}

/** Holds the changes for a contract from one protocol version to another. */
export interface ProtocolComparison {
  readonly from: number;
  readonly to: number;
  /** True if a registration or an update is accepted at the first version. */
  readonly wasAccepted: boolean;
  /** True if a registration or an update is accepted at the second version. */
  readonly accepted: boolean;
  /** Diagnostics of the first version that the second does not have: errors and traps that go. */
  readonly gone: readonly Diagnostic[];
  /** Diagnostics of the second version alone: what a registration or an update has to respect. */
  readonly new: readonly Diagnostic[];
  /** Changes of what documents and transitions mean; empty where the contract cannot be described. */
  readonly meanings: readonly ChangedMeaning[];
}

/**
 * Compares what two protocol versions say of a contract. A contract that is registered keeps the rules of its registration until its next
 * update; what documents and transitions mean changes for it too.
 *
 * @param input the contract: JSON text, or a JSON value.
 * @throws {InvalidOptionError} when a version or another option is invalid.
 * @example
 * import { compareProtocols } from '@dapikit/contract';
 *
 * const note = { type: 'object', properties: { 'my-text': { type: 'string', maxLength: 63, position: 0 } } };
 * const { accepted, meanings } = compareProtocols(
 *   { note: { ...note, additionalProperties: false } },
 *   { from: 13, to: 14 },
 * );
 * accepted; // => false
 * meanings[0]?.code; // => 'document-id'
 */
export function compareProtocols(
  input: unknown,
  { from, to, ...options }: CompareProtocolsOptions,
): ProtocolComparison {
  const all = { ...options, maxDiagnostics: Infinity };
  const [before, after] = [from, to].map((protocolVersion) =>
    validateContract(input, { ...all, protocolVersion }),
  );
  const described = describeContract(input, { ...options, protocolVersion: from });
  return {
    from,
    to,
    wasAccepted: before?.accepted === true,
    accepted: after?.accepted === true,
    gone: without(before?.diagnostics, after?.diagnostics),
    new: without(after?.diagnostics, before?.diagnostics),
    meanings: described.ok ? changedMeanings(described.description, getProtocol(from), getProtocol(to)) : [],
  };
}

const keyOf = ({ code, at }: Diagnostic): string => `${code} ${at}`;

/** Lists the diagnostics that others do not have, by rule and place. */
function without(
  diagnostics: readonly Diagnostic[] = [],
  others: readonly Diagnostic[] = [],
): readonly Diagnostic[] {
  const known = new Set(others.map(keyOf));
  return diagnostics.filter((diagnostic) => !known.has(keyOf(diagnostic)));
}

import { Checker } from './check-contract.js';
import type { Diagnostic } from './diagnostic.js';
import type { Config } from './model/config.js';
import { buildContract, type Contract } from './model/contract.js';
import type { ContractShape, Transition } from './model/contract-frame.js';
import { shapeOf, type Form } from './model/shape.js';
import { signedTransitionBytes } from './model/serialized-size.js';
import { NEWEST_PROTOCOL, PROTOCOLS, type ProtocolRules } from './protocol/protocol-rules.js';
import { readJson } from './source/read-json.js';
import { readValue } from './source/read-value.js';

export type { Form } from './model/shape.js';

/** How {@link validateContract} judges. */
export interface ValidateContractOptions {
  /** 1 to 13; the newest when absent. */
  readonly protocolVersion?: number;
  /** What the input is: a whole contract, or only its document types; told apart by shape when absent. */
  readonly form?: Form;
  /** Whether the contract is to be registered, or to replace a registered one; `'create'` when absent. */
  readonly transition?: Transition;
  /**
   * The most diagnostics to give, 1 or more; all when absent. A contract of a few kilobytes can have thousands. Which are
   * left out is not told, and `ok` and `accepted` are about all of them.
   */
  readonly maxDiagnostics?: number;
}

/** What a contract is that has no errors of the network's. */
export interface AcceptedContract {
  readonly shape: ContractShape;
  readonly documentTypes: readonly string[];
  readonly tokens: number;
  readonly groups: number;
  /** The options of the contract, defaults filled in. */
  readonly config: Config;
  /** Bytes of the signed state transition that registers the contract. */
  readonly transitionBytes: number;
}

/** What {@link validateContract} finds. */
export interface ContractVerdict {
  /** Accepted, and it also keeps every rule of the specification. */
  readonly ok: boolean;
  /** The network at that protocol version would take it. */
  readonly accepted: boolean;
  /** In the order of the input. */
  readonly diagnostics: readonly Diagnostic[];
  /** Present when there are more diagnostics than `maxDiagnostics`. */
  readonly truncated?: true;
  /** Present when accepted. */
  readonly contract?: AcceptedContract;
}

/**
 * Checks a data contract against every rule of a protocol version and of the specification.
 *
 * All mistakes are found at once, each is reported once. Never throws for what the input is.
 *
 * @param input the contract: JSON text, or the value that it stands for.
 * @throws {RangeError} when `protocolVersion` is not one of {@link PROTOCOL_VERSIONS}, or `maxDiagnostics` is below 1.
 * @example
 * const { ok, diagnostics } = validateContract('{"note": {"type": "object"}}');
 * // ok: false; diagnostics: two "document-type-member-missing" at /note
 */
export function validateContract(input: unknown, options: ValidateContractOptions = {}): ContractVerdict {
  return checkContract(input, options).verdict;
}

/** A verdict, and the contract as it was read, for what goes on from there. */
export interface CheckedContract {
  readonly verdict: ContractVerdict;
  readonly protocol: ProtocolRules;
  /** Nothing when the input is no JSON object. */
  readonly contract?: Contract;
}

/** {@link validateContract}, with the contract as it was read. */
export function checkContract(input: unknown, options: ValidateContractOptions): CheckedContract {
  const { protocolVersion = NEWEST_PROTOCOL, form = 'auto', transition = 'create' } = options;
  const { maxDiagnostics = Infinity } = options;
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined) {
    throw new RangeError(
      `expected a protocol version from 1 to ${NEWEST_PROTOCOL}, found ${protocolVersion}`,
    );
  }
  if (!(maxDiagnostics >= 1)) throw new RangeError(`expected maxDiagnostics from 1, found ${maxDiagnostics}`);
  const source = typeof input === 'string' ? readJson(input) : readValue(input);
  const checker = new Checker(source, protocol, maxDiagnostics);
  checker.checkSource();
  if (checker.hasErrors || source.root?.kind !== 'object') return { verdict: verdictOf(checker), protocol };
  const contract = buildContract(source.root, shapeOf(source.root, form), transition, protocol);
  checker.checkContract(contract);
  return { verdict: verdictOf(checker, contract, protocol), protocol, contract };
}

/** The protocol versions that {@link validateContract} knows, ascending. */
export const PROTOCOL_VERSIONS: readonly number[] = [...PROTOCOLS.keys()];

function verdictOf(checker: Checker, contract?: Contract, protocol?: ProtocolRules): ContractVerdict {
  const { diagnostics, isRefused, hasErrors, isTruncated } = checker;
  const verdict = {
    ok: !hasErrors,
    accepted: !isRefused,
    diagnostics,
    ...(isTruncated ? { truncated: true as const } : {}),
  };
  if (isRefused || contract === undefined || protocol === undefined) return verdict;
  return {
    ...verdict,
    contract: {
      shape: contract.shape,
      documentTypes: contract.documentTypes.map(({ name }) => name),
      tokens: contract.tokenPositions.size,
      groups: contract.groupPositions.size,
      config: contract.config,
      transitionBytes: signedTransitionBytes(contract, protocol),
    },
  };
}

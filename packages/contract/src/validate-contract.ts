import { Checker } from './check-contract.js';
import type { Diagnostic } from './diagnostic.js';
import type { Config } from './model/config.js';
import { buildContract, type Contract } from './model/contract.js';
import type { ContractShape, RegistrationTerms, Transition } from './model/contract-frame.js';
import { shapeOf, type Form } from './model/shape.js';
import { signedTransitionBytes } from './model/serialized-size.js';
import { type Network, SHORTEST_INTERVALS } from './protocol/network.js';
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
  /** The network that the contract is for: on the others tokens may be given out more often; `'mainnet'` when absent. */
  readonly network?: Network;
  /**
   * The identity nonce of the transition that registers the contract: 0 to 2^64 - 1. With it, the `id` of the official JSON
   * is held against owner and nonce.
   */
  readonly identityNonce?: bigint;
  /**
   * The most diagnostics to give, 1 or more; all when absent. A contract of a few kilobytes can have thousands. Errors
   * come before warnings and hints; `ok` and `accepted` are about all of them.
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
 * @throws {RangeError} when `protocolVersion` is not one of {@link PROTOCOL_VERSIONS}, `network` or `identityNonce` is none, or
 * `maxDiagnostics` is below 1.
 * @example
 * const { ok, diagnostics } = validateContract('{"note": {"type": "object"}}');
 * // ok: false; diagnostics: two "document-type-member-missing" at /note
 */
export function validateContract(input: unknown, options: ValidateContractOptions = {}): ContractVerdict {
  return verdictOf(checkContract(input, options));
}

/** What was checked, for what goes on from there. */
export interface CheckedContract {
  readonly checker: Checker;
  readonly protocol: ProtocolRules;
  /** Nothing when the input is no JSON object. */
  readonly contract: Contract | undefined;
}

/** Runs the rules of {@link validateContract}. */
export function checkContract(input: unknown, options: ValidateContractOptions): CheckedContract {
  const { protocolVersion = NEWEST_PROTOCOL, form = 'auto', transition = 'create' } = options;
  const terms = termsOf(options);
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
  if (checker.hasErrors || source.root?.kind !== 'object') return { checker, protocol, contract: undefined };
  const contract = buildContract(source.root, shapeOf(source.root, form), transition, protocol, terms);
  checker.checkContract(contract);
  return { checker, protocol, contract };
}

function termsOf({ network = 'mainnet', identityNonce }: ValidateContractOptions): RegistrationTerms {
  if (!SHORTEST_INTERVALS.has(network))
    throw new RangeError(
      `expected a network of ${[...SHORTEST_INTERVALS.keys()].join(', ')}, found ${network}`,
    );
  if (identityNonce !== undefined && BigInt.asUintN(64, identityNonce) !== identityNonce)
    throw new RangeError(`expected an identity nonce from 0 to 2^64 - 1, found ${identityNonce}`);
  return { network, identityNonce };
}

/** The protocol versions that {@link validateContract} knows, ascending. */
export const PROTOCOL_VERSIONS: readonly number[] = [...PROTOCOLS.keys()];

/** What {@link validateContract} says of what was checked. */
export function verdictOf({ checker, contract }: CheckedContract): ContractVerdict {
  const { diagnostics, isRefused, hasErrors, isTruncated } = checker;
  const verdict = {
    ok: !hasErrors,
    accepted: !isRefused,
    diagnostics,
    ...(isTruncated ? { truncated: true as const } : {}),
  };
  if (isRefused || contract === undefined) return verdict;
  return {
    ...verdict,
    contract: {
      shape: contract.shape,
      documentTypes: contract.documentTypes.map(({ name }) => name),
      tokens: contract.tokenPositions.size,
      groups: contract.groupPositions.size,
      config: contract.config,
      transitionBytes: signedTransitionBytes(contract),
    },
  };
}

import { Checker } from './checker.js';
import { InvalidOptionError } from '../diagnostic/contract-error.js';
import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { Config } from '../model/config.js';
import { buildContract, type Contract } from '../model/contract.js';
import type {
  ContractShape,
  OtherContract,
  RegistrationOptions,
  Transition,
} from '../model/contract-model.js';
import { detectShape, type Form } from '../model/contract-shape.js';
import { readIdentifier } from '../model/identifier.js';
import { countTransitionBytes } from '../model/serialized-size.js';
import { type Network, MIN_INTERVALS } from '../protocol/network.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import { getMember } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';

export type { Form } from '../model/contract-shape.js';

/** Configures {@link validateContract}. */
export interface ValidateContractOptions {
  /** One of {@link PROTOCOL_VERSIONS}; the newest released one when absent. */
  readonly protocolVersion?: number;
  /** Form of the input: a whole contract, or only its document types; detected when absent. */
  readonly form?: Form;
  /** Registration or update of the contract; `'create'` when absent. */
  readonly transition?: Transition;
  /** Network of the contract: test networks allow shorter distribution intervals; `'mainnet'` when absent. */
  readonly network?: Network;
  /**
   * Identity nonce of the transition that registers the contract: 0 to 2^64 - 1. If given, the `id` of the official
   * JSON is checked against owner and nonce.
   */
  readonly identityNonce?: bigint;
  /**
   * Contracts to which references lead, as official JSON with their `id`: text or JSON values. References to contracts that are not
   * given are not judged.
   */
  readonly with?: readonly unknown[];
  /**
   * Maximum number of diagnostics, 1 or more; unlimited when absent. A contract of a few kilobytes can have
   * thousands. Errors come before warnings and hints; `ok` and `accepted` take all into account.
   */
  readonly maxDiagnostics?: number;
}

/** Describes a contract that the network accepts. */
export interface AcceptedContract {
  readonly shape: ContractShape;
  readonly documentTypes: readonly string[];
  readonly tokens: number;
  readonly groups: number;
  /** Options of the contract with defaults filled in. */
  readonly config: Config;
  /** Size in bytes of the signed state transition that registers the contract. */
  readonly transitionBytes: number;
}

/** Holds the result of {@link validateContract}. */
export interface ContractVerdict {
  /** True if the contract is accepted, usable, and violates no rule of the specification. */
  readonly ok: boolean;
  /** True if the network accepts the contract at this protocol version. */
  readonly accepted: boolean;
  /** Diagnostics in the order of the input. */
  readonly diagnostics: readonly Diagnostic[];
  /** Present if there are more diagnostics than `maxDiagnostics`. */
  readonly truncated?: true;
  /** Present if accepted. */
  readonly contract?: AcceptedContract;
}

/**
 * Checks a data contract against every rule of a protocol version and of the specification.
 *
 * Reports all errors at once, each of them once. Never throws because of the input.
 *
 * @param input the contract: JSON text, or a JSON value.
 * @throws {InvalidOptionError} when `protocolVersion`, `network`, `identityNonce`, `with` or `maxDiagnostics` is invalid.
 * @example
 * import { validateContract } from '@dapikit/contract';
 *
 * const { ok, diagnostics } = validateContract('{"note": {"type": "object"}}');
 * ok; // => false
 * diagnostics.map(({ code, at }) => `${code} at ${at}`)[0]; // => 'document-type-member-missing at /note'
 * diagnostics.length; // => 2
 */
export function validateContract(input: unknown, options: ValidateContractOptions = {}): ContractVerdict {
  return createVerdict(checkContract(input, options));
}

/** Holds the checked contract, for further steps. */
export interface CheckedContract {
  readonly checker: Checker;
  readonly protocol: ProtocolRules;
  /** Undefined if the input is not a JSON object. */
  readonly contract: Contract | undefined;
}

/** Runs the rules of {@link validateContract}. @param hasBaseline true for an update whose baseline has the id, the owner and the version that it leaves out */
export function checkContract(
  input: unknown,
  options: ValidateContractOptions,
  hasBaseline = false,
): CheckedContract {
  const { form = 'auto', transition = 'create', maxDiagnostics = Infinity } = options;
  const protocol = getProtocol(options.protocolVersion);
  const terms = readRegistrationOptions(options, protocol);
  if (!(maxDiagnostics >= 1)) throw new InvalidOptionError('maxDiagnostics', '1 or more', maxDiagnostics);
  const source = typeof input === 'string' ? readJson(input, true) : readValue(input);
  const checker = new Checker(source, protocol, maxDiagnostics);
  checker.checkSource();
  if (checker.isUnreadable || source.root?.kind !== 'object')
    return { checker, protocol, contract: undefined };
  const contract = buildContract(source.root, detectShape(source.root, form), transition, protocol, {
    ...terms,
    hasBaseline,
  });
  checker.checkContract(contract);
  return { checker, protocol, contract };
}

function readRegistrationOptions(
  { network = 'mainnet', identityNonce, with: others = [] }: ValidateContractOptions,
  protocol: ProtocolRules,
): RegistrationOptions {
  if (!MIN_INTERVALS.has(network))
    throw new InvalidOptionError('network', `one of ${[...MIN_INTERVALS.keys()].join(', ')}`, network);
  if (identityNonce !== undefined && BigInt.asUintN(64, identityNonce) !== identityNonce)
    throw new InvalidOptionError('identityNonce', 'an integer from 0 to 2^64 - 1', identityNonce);
  return { network, identityNonce, others: others.map((other) => readOther(other, protocol)) };
}

function readOther(input: unknown, protocol: ProtocolRules): OtherContract {
  const { root } = typeof input === 'string' ? readJson(input) : readValue(input);
  if (root?.kind !== 'object' || readIdentifier(getMember(root, 'id')) === undefined)
    throw new InvalidOptionError('with', 'a list of contracts in official JSON with their id', typeof input);
  return buildContract(root, 'official', 'update', protocol);
}

/** Creates the result of {@link validateContract}. */
export function createVerdict({ checker, contract }: CheckedContract): ContractVerdict {
  const { diagnostics, isRejected, hasErrors, isTruncated } = checker;
  const verdict = {
    ok: !hasErrors,
    accepted: !isRejected,
    diagnostics,
    ...(isTruncated ? { truncated: true as const } : {}),
  };
  if (isRejected || contract === undefined) return verdict;
  return {
    ...verdict,
    contract: {
      shape: contract.shape,
      documentTypes: contract.documentTypes.map(({ name }) => name),
      tokens: contract.tokenPositions.size,
      groups: contract.groupPositions.size,
      config: contract.config,
      transitionBytes: countTransitionBytes(contract),
    },
  };
}

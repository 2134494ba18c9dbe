import { feesOf, type FeeEstimate } from '../fees/estimate-fees.js';
import { buildContract, type Contract } from '../model/contract.js';
import { shapeOf, type Form } from '../model/shape.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { pointerOf } from '../source/json-pointer.js';
import type { JsonNode } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';
import {
  checkContract,
  verdictOf,
  type CheckedContract,
  type ContractVerdict,
  type ValidateContractOptions,
} from '../validate-contract.js';
import { buildUpdate } from './contract-update.js';
import { jsonChanges } from './json-changes.js';
import { readRegistered, registeredFault } from './registered.js';

/** How {@link compareContracts} judges. */
export type CompareContractsOptions = Omit<ValidateContractOptions, 'transition'>;

/** One difference between a registered contract and its update. */
export interface ContractChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON pointer (RFC 6901) into the update; for what is removed, where it was. */
  readonly path: string;
}

/** What {@link compareContracts} finds. */
export interface UpdateVerdict extends ContractVerdict {
  /** Every difference, in the order in which the platform looks for them. Empty where a side cannot be read. */
  readonly changes: readonly ContractChange[];
  /** What the update costs, when it is accepted: as much as a new registration of all of it. */
  readonly fees?: FeeEstimate;
}

/**
 * Whether a contract may replace a registered one, by the rules of a protocol version.
 *
 * The update is checked as {@link validateContract} checks it, and compared with what is registered. All mistakes are
 * found at once, where the network stops at the first. Diagnostics point into `after`; what has vanished is told at the
 * nearest place that is still there. Never throws for what the inputs are.
 *
 * Either side may be a whole contract, in the official JSON or the specification's form, or a bare map of document types.
 * Id, owner and version are judged where both sides have them. Beside a bare map only document types are compared, and
 * the options of the contract are taken to stay. What depends on the state of the network is not judged: the balance, the
 * nonce, whether a date of a distribution is past.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/validate_update` in dashpay/platform.
 * @param before the registered contract: JSON text, or the value that it stands for.
 * @param after what is to replace it, likewise.
 * @throws {RangeError} when `protocolVersion` is not one of {@link PROTOCOL_VERSIONS}.
 * @example
 * const type = { type: 'object', properties: { text: { type: 'string', position: 0 } }, additionalProperties: false };
 * const { accepted, diagnostics } = compareContracts({ note: type }, { note: { ...type, required: ['text'] } });
 * // accepted: false; diagnostics: "update-required" at /note/required
 */
export function compareContracts(
  before: unknown,
  after: unknown,
  options: CompareContractsOptions = {},
): UpdateVerdict {
  const checked = checkContract(after, { ...options, transition: 'update' });
  const { checker, protocol, contract } = checked;
  const registered = readContract(before, options.form ?? 'auto', protocol);
  if (typeof registered === 'string') {
    checker.checkRegistered({ fault: registered });
    return { ...verdictOf(checked), changes: [] };
  }
  if (contract === undefined) return { ...verdictOf(checked), changes: [] };
  checker.checkUpdate(buildUpdate(registered, contract, checker.soundness, protocol));
  return { ...verdictWithFees(checked), changes: changesOf(registered, contract) };
}

/** The registered contract, or why it cannot be read. */
function readContract(input: unknown, form: Form, protocol: ProtocolRules): Contract | string {
  const root = readRegistered(typeof input === 'string' ? readJson(input) : readValue(input));
  if (typeof root === 'string') return root;
  const shape = shapeOf(root, form);
  return registeredFault(root, shape) ?? buildContract(root, shape, 'update', protocol);
}

function verdictWithFees(checked: CheckedContract): ContractVerdict & { readonly fees?: FeeEstimate } {
  const verdict = verdictOf(checked);
  const { contract, protocol } = checked;
  if (!verdict.accepted || contract === undefined) return verdict;
  return { ...verdict, fees: feesOf(contract, protocol) };
}

/** Sides of different forms have only their document types to compare. */
function changesOf(before: Contract, after: Contract): ContractChange[] {
  const [old, updated] =
    before.shape === after.shape ? [before.root, after.root] : [before.documentsNode, after.documentsNode];
  if (old === undefined || updated === undefined) return [];
  return jsonChanges(old, updated, keysOf(updated)).map(({ op, keys }) => ({ op, path: pointerOf(keys) }));
}

function keysOf(node: JsonNode): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

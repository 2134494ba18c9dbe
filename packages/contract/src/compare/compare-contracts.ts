import { calculateFees, type FeeEstimate } from '../fees/estimate-fees.js';
import { buildContract, type Contract } from '../model/contract.js';
import { detectShape, type Form } from '../model/contract-shape.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { selectUpdateRules } from '../rules/update-rules.js';
import { formatPointer } from '../source/json-pointer.js';
import type { JsonNode } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';
import {
  checkContract,
  createVerdict,
  type CheckedContract,
  type ContractVerdict,
  type ValidateContractOptions,
} from '../check/validate-contract.js';
import { buildUpdate } from '../update/contract-update.js';
import { compareJson } from '../update/json-changes.js';
import { readBaselineRoot, findBaselineError } from '../update/baseline.js';

/** Configures {@link compareContracts}. */
export type CompareContractsOptions = Omit<ValidateContractOptions, 'transition'>;

/** Describes one difference between a baseline and its update. */
export interface ContractChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON pointer (RFC 6901) into the update; for a removed value, into the baseline. */
  readonly path: string;
}

/** Holds the result of {@link compareContracts}. */
export interface UpdateVerdict extends ContractVerdict {
  /** All differences, in the order in which the platform finds them. Absent if a side cannot be read. */
  readonly changes?: readonly ContractChange[];
  /** Cost of an accepted update: as much as a new registration of the whole contract. */
  readonly fees?: FeeEstimate;
}

/**
 * Checks whether a contract can replace a registered one, by the rules of a protocol version.
 *
 * Checks the update as {@link validateContract} does and compares it with the baseline. Reports all errors at once,
 * where the network stops at the first. Diagnostics point into `after`; removed values are reported at the nearest
 * existing place. Never throws because of the inputs.
 *
 * Either side can be a whole contract, in the official JSON or the specification's form, or a bare map of document
 * types. Id and owner are checked where both sides have them, the version where the update has its id, too. If a side is a bare map, only document types
 * are compared, and the options of the contract count as unchanged. The state of the network is not checked: the
 * balance, the nonce, dates of distributions in the past.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/validate_update` in dashpay/platform.
 * @param before the registered contract: JSON text, or a JSON value.
 * @param after the update, likewise.
 * @throws {InvalidOptionError} when `protocolVersion`, `network`, `identityNonce` or `maxDiagnostics` is invalid.
 * @example
 * import { compareContracts } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const { accepted, diagnostics } = compareContracts({ note }, { note: { ...note, required: ['text'] } });
 * accepted; // => false
 * diagnostics.map(({ code, at }) => `${code} at ${at}`); // => ['update-required at /note/required']
 */
export function compareContracts(
  before: unknown,
  after: unknown,
  options: CompareContractsOptions = {},
): UpdateVerdict {
  const checked = checkContract(after, { ...options, transition: 'update' }, true);
  const { checker, protocol, contract } = checked;
  const baseline = readBaseline(before, options.form ?? 'auto', protocol);
  if (typeof baseline === 'string') {
    checker.checkBaseline({ error: baseline }, selectUpdateRules(protocol));
    return createVerdict(checked);
  }
  if (contract === undefined) return createVerdict(checked);
  const update = buildUpdate(baseline, contract, checker.rejectedNodes, protocol);
  checker.checkUpdate(update, selectUpdateRules(protocol));
  return { ...verdictWithFees(checked), changes: listChanges(baseline, contract) };
}

/** Reads the baseline, or says why it cannot be read. */
function readBaseline(input: unknown, form: Form, protocol: ProtocolRules): Contract | string {
  const root = readBaselineRoot(typeof input === 'string' ? readJson(input) : readValue(input));
  if (typeof root === 'string') return root;
  const shape = detectShape(root, form);
  return findBaselineError(root, shape) ?? buildContract(root, shape, 'update', protocol);
}

function verdictWithFees(checked: CheckedContract): ContractVerdict & { readonly fees?: FeeEstimate } {
  const verdict = createVerdict(checked);
  const { contract, protocol } = checked;
  if (!verdict.accepted || contract === undefined) return verdict;
  return { ...verdict, fees: calculateFees(contract, protocol) };
}

/** Lists the differences. Sides of different forms have only their document types in common. */
function listChanges(before: Contract, after: Contract): ContractChange[] {
  const [old, updated] =
    before.shape === after.shape ? [before.root, after.root] : [before.documentsNode, after.documentsNode];
  if (old === undefined || updated === undefined) return [];
  return compareJson(old, updated, getKeys(updated)).map(({ op, keys }) => ({
    op,
    path: formatPointer(keys),
  }));
}

function getKeys(node: JsonNode): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getItems, getMember, asObject, type JsonNode } from '../source/json-node.js';
import {
  checkContract,
  createVerdict,
  type ContractVerdict,
  type ValidateContractOptions,
} from '../check/validate-contract.js';
import {
  CREDITS_PER_DASH,
  FEE_SCHEDULES,
  STORAGE_CREDITS_PER_BYTE,
  type FeeSchedule,
} from './fee-schedule.js';
import { countStorageBytes } from './storage-bytes.js';
import { calculateValidationCredits } from './validation-cost.js';
import { listWriteCosts, type WriteCost } from './write-costs.js';

/** Describes one part of the fees. */
export interface FeeComponent {
  readonly part: keyof FeeSchedule | 'validation' | 'storage';
  /** True if the network charges exactly this; otherwise about as much, or more. */
  readonly isExact: boolean;
  readonly count: number;
  readonly credits: bigint;
  /** The same amount in DASH, exact. */
  readonly dash: string;
}

/** Holds the fees of registering a contract. An update costs at most the same: it stores only what is new. */
export interface FeeEstimate {
  readonly components: readonly FeeComponent[];
  /** Registration charge, exact. */
  readonly registration: { readonly credits: bigint; readonly dash: string };
  /**
   * Registration charge, validation and storage: an estimate. Processing the transition costs more (signature,
   * balance, the trees that are written), and the user can pay for priority.
   */
  readonly total: { readonly credits: bigint; readonly dash: string };
  /** Costs of documents beside usual fees, from protocol 14 on; absent where there are none. */
  readonly writes?: readonly WriteCost[];
}

/**
 * Estimates what the registration of a contract costs, by part.
 *
 * The registration charge and `validation` (of the schemas, by number of document types) are exact. `storage` counts
 * the bytes of the contract and of its trees.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/registration_cost` and
 * `packages/rs-dpp/src/validation/operations.rs` in dashpay/platform.
 * @returns no `estimate` when the network rejects the contract; see the verdict then.
 * @example
 * import { estimateFees } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const { estimate } = estimateFees({ note });
 * estimate.registration.dash; // => '0.12'
 * estimate.total.credits > estimate.registration.credits; // => true
 * estimate.components.map(({ part }) => part); // => ['base', 'documentType', 'validation', 'storage']
 */
export function estimateFees(
  input: unknown,
  options: ValidateContractOptions = {},
): { readonly verdict: ContractVerdict; readonly estimate?: FeeEstimate } {
  const checked = checkContract(input, options);
  const verdict = createVerdict(checked);
  const { contract, protocol } = checked;
  if (!verdict.accepted || contract === undefined) return { verdict };
  return { verdict, estimate: calculateFees(contract, protocol) };
}

/** Calculates the fees of an accepted contract. */
export function calculateFees(contract: Contract, protocol: ProtocolRules): FeeEstimate {
  const counts = countParts(contract);
  const schedule = FEE_SCHEDULES[protocol.fees];
  const components: FeeComponent[] = counts
    .filter(([, count]) => count > 0)
    .map(([part, count]) => createComponent(part, count, schedule[part] * BigInt(count), true));
  const registration = components.reduce((sum, { credits }) => sum + credits, 0n);
  const validation = calculateValidation(contract);
  const storage = calculateStorage(contract, new Map(counts));
  const writes = listWriteCosts(contract, protocol);
  return {
    components: [...components, ...validation, storage],
    registration: createAmount(registration),
    total: createAmount([...validation, storage].reduce((sum, { credits }) => sum + credits, registration)),
    ...(writes.length === 0 ? {} : { writes }),
  };
}

function countParts(contract: Contract): [keyof FeeSchedule, number][] {
  const indices = contract.documentTypes.flatMap((documentType) => documentType.indices);
  const contested = indices.filter((index) => index.contested !== undefined).length;
  const unique = indices.filter((index) => index.contested === undefined && index.unique).length;
  const tokens = contract.readsTokens
    ? [...(asObject(getMember(contract.root, 'tokens'))?.members.values() ?? [])]
    : [];
  const distributions = (name: string) =>
    tokens.filter((token) => isPresent(getMember(getMember(token, 'distributionRules'), name))).length;
  const keywords = contract.readsTokens ? getItems(getMember(contract.root, 'keywords')).length : 0;
  return [
    ['base', 1],
    ['documentType', contract.documentTypes.length],
    ['plainIndex', indices.length - unique - contested],
    ['uniqueIndex', unique],
    ['contestedIndex', contested],
    ['token', tokens.length],
    ['perpetualDistribution', distributions('perpetualDistribution')],
    ['preProgrammedDistribution', distributions('preProgrammedDistribution')],
    ['identityDistribution', distributions('oncePerIdentityDistribution')],
    ['keyword', keywords],
  ];
}

function isPresent(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== 'null';
}

function calculateValidation({ documentTypes }: Contract): FeeComponent[] {
  if (documentTypes.length === 0) return [];
  const credits = documentTypes.map(calculateValidationCredits).reduce((a, b) => a + b);
  return [createComponent('validation', documentTypes.length, credits, true)];
}

function calculateStorage(contract: Contract, counts: ReadonlyMap<keyof FeeSchedule, number>): FeeComponent {
  const count = (part: keyof FeeSchedule): number => counts.get(part) ?? 0;
  const distributions = count('perpetualDistribution') + count('preProgrammedDistribution');
  const bytes = countStorageBytes(contract, count('token'), distributions);
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return createComponent('storage', bytes, BigInt(bytes) * (storage + processing), false);
}

function createComponent(
  part: FeeComponent['part'],
  count: number,
  credits: bigint,
  isExact: boolean,
): FeeComponent {
  return { part, count, isExact, ...createAmount(credits) };
}

function createAmount(credits: bigint): { credits: bigint; dash: string } {
  const fraction = String(credits % CREDITS_PER_DASH)
    .padStart(11, '0')
    .replace(/0+$/, '');
  const whole = String(credits / CREDITS_PER_DASH);
  return { credits, dash: fraction === '' ? whole : `${whole}.${fraction}` };
}

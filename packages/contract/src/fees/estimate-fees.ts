import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { itemsOf, member, objectOf, type JsonNode } from '../source/json-node.js';
import {
  checkContract,
  verdictOf,
  type ContractVerdict,
  type ValidateContractOptions,
} from '../validate-contract.js';
import {
  CREDITS_PER_DASH,
  FEE_SCHEDULES,
  STORAGE_CREDITS_PER_BYTE,
  type FeeSchedule,
} from './fee-schedule.js';
import { validationCredits } from './validation-cost.js';

/** One line of the bill. */
export interface FeeComponent {
  readonly part: keyof FeeSchedule | 'validation' | 'storage';
  /** Whether the network asks for exactly this; otherwise for about as much, or more. */
  readonly isExact: boolean;
  readonly count: number;
  readonly credits: bigint;
  /** The same amount in DASH, exact. */
  readonly dash: string;
}

/** What it costs to register a contract. An update costs the same again. */
export interface FeeEstimate {
  readonly components: readonly FeeComponent[];
  /** The registration charge, which is exact. */
  readonly registration: { readonly credits: bigint; readonly dash: string };
  /**
   * The registration charge, validation and storage: an estimate. What else it takes to process the transition comes on top
   * (signature, balance, the trees that are written to), and what the user adds to be served first.
   */
  readonly total: { readonly credits: bigint; readonly dash: string };
}

/**
 * What the registration of a contract costs, part by part.
 *
 * The registration charge and `validation` (of the schemas, by number of document types) are exact. `storage` counts the
 * bytes of the contract itself, not those of the trees around it.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/registration_cost` and `packages/rs-dpp/src/validation/operations.rs`
 * in dashpay/platform.
 * @returns nothing as `estimate` when the network would not take the contract; see the verdict then.
 */
export function estimateFees(
  input: unknown,
  options: ValidateContractOptions = {},
): { readonly verdict: ContractVerdict; readonly estimate?: FeeEstimate } {
  const checked = checkContract(input, options);
  const verdict = verdictOf(checked);
  const { contract, protocol } = checked;
  if (!verdict.accepted || contract === undefined) return { verdict };
  return { verdict, estimate: feesOf(contract, protocol) };
}

/** What an accepted contract costs. */
export function feesOf(contract: Contract, protocol: ProtocolRules): FeeEstimate {
  const counts = countParts(contract);
  const schedule = FEE_SCHEDULES[protocol.fees];
  const components: FeeComponent[] = counts
    .filter(([, count]) => count > 0)
    .map(([part, count]) => component(part, count, schedule[part] * BigInt(count), true));
  const registration = components.reduce((sum, { credits }) => sum + credits, 0n);
  const validation = validationOf(contract);
  const storage = storageOf(contract);
  return {
    components: [...components, ...validation, storage],
    registration: amount(registration),
    total: amount([...validation, storage].reduce((sum, { credits }) => sum + credits, registration)),
  };
}

function countParts(contract: Contract): [keyof FeeSchedule, number][] {
  const indices = contract.documentTypes.flatMap((documentType) => documentType.indices);
  const contested = indices.filter((index) => index.contested !== undefined).length;
  const unique = indices.filter((index) => index.contested === undefined && index.unique).length;
  const tokens = contract.tokensRead
    ? [...(objectOf(member(contract.root, 'tokens'))?.members.values() ?? [])]
    : [];
  const distributions = (name: string) =>
    tokens.filter((token) => isPresent(member(member(token, 'distributionRules'), name))).length;
  const keywords = contract.tokensRead ? itemsOf(member(contract.root, 'keywords')).length : 0;
  return [
    ['base', 1],
    ['documentType', contract.documentTypes.length],
    ['plainIndex', indices.length - unique - contested],
    ['uniqueIndex', unique],
    ['contestedIndex', contested],
    ['token', tokens.length],
    ['perpetualDistribution', distributions('perpetualDistribution')],
    ['preProgrammedDistribution', distributions('preProgrammedDistribution')],
    ['keyword', keywords],
  ];
}

function isPresent(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== 'null';
}

function validationOf({ documentTypes }: Contract): FeeComponent[] {
  if (documentTypes.length === 0) return [];
  const credits = documentTypes.map(validationCredits).reduce((a, b) => a + b);
  return [component('validation', documentTypes.length, credits, true)];
}

function storageOf({ bytes }: Contract): FeeComponent {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return component('storage', bytes, BigInt(bytes) * (storage + processing), false);
}

function component(
  part: FeeComponent['part'],
  count: number,
  credits: bigint,
  isExact: boolean,
): FeeComponent {
  return { part, count, isExact, ...amount(credits) };
}

function amount(credits: bigint): { credits: bigint; dash: string } {
  const fraction = String(credits % CREDITS_PER_DASH)
    .padStart(11, '0')
    .replace(/0+$/, '');
  const whole = String(credits / CREDITS_PER_DASH);
  return { credits, dash: fraction === '' ? whole : `${whole}.${fraction}` };
}

import type { Contract } from '../model/contract.js';
import { itemsOf, member, objectOf, type JsonNode } from '../source/json-node.js';
import { checkContract, type ContractVerdict, type ValidateContractOptions } from '../validate-contract.js';
import {
  CREDITS_PER_DASH,
  FEE_SCHEDULES,
  STORAGE_CREDITS_PER_BYTE,
  type FeeSchedule,
} from './fee-schedule.js';

/** One line of the bill. */
export interface FeeComponent {
  readonly part: keyof FeeSchedule | 'storage';
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
  /** Registration and storage. The processing fee of the transition comes on top. */
  readonly total: { readonly credits: bigint; readonly dash: string };
}

/**
 * What the registration of a contract costs, part by part.
 *
 * The registration charge is exact. `storage` counts the bytes of the contract itself, not those of the trees around it.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/registration_cost` in dashpay/platform.
 * @returns nothing as `estimate` when the network would not take the contract; see the verdict then.
 */
export function estimateFees(
  input: unknown,
  options: ValidateContractOptions = {},
): { readonly verdict: ContractVerdict; readonly estimate?: FeeEstimate } {
  const { verdict, contract, protocol } = checkContract(input, options);
  if (!verdict.accepted || contract === undefined) return { verdict };
  const counts = countParts(contract);
  const schedule = FEE_SCHEDULES[protocol.fees];
  const components: FeeComponent[] = counts
    .filter(([, count]) => count > 0)
    .map(([part, count]) => component(part, count, schedule[part] * BigInt(count)));
  const registration = components.reduce((sum, { credits }) => sum + credits, 0n);
  const storage = storageOf(contract);
  return {
    verdict,
    estimate: {
      components: [...components, storage],
      registration: amount(registration),
      total: amount(registration + storage.credits),
    },
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

function storageOf({ bytes }: Contract): FeeComponent {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return component('storage', bytes, BigInt(bytes) * (storage + processing));
}

function component(part: FeeComponent['part'], count: number, credits: bigint): FeeComponent {
  return { part, count, ...amount(credits) };
}

function amount(credits: bigint): { credits: bigint; dash: string } {
  const fraction = String(credits % CREDITS_PER_DASH)
    .padStart(11, '0')
    .replace(/0+$/, '');
  const whole = String(credits / CREDITS_PER_DASH);
  return { credits, dash: fraction === '' ? whole : `${whole}.${fraction}` };
}

import {
  compareContracts,
  estimateFees,
  officialContract,
  validateContract,
  type ContractChange,
  type Diagnostic,
  type FeeEstimate,
  type OfficialContract,
} from '@dapikit/contract';
import type { Network } from '../chain/block.js';

/** Describes a contract to check. All of it can be sent to another thread. */
export interface ContractCheck {
  /**
   * Kind of the check: to convert the contract only, or to judge it for a registration, an update by its owner, an update by another
   * identity, or an installation.
   */
  readonly kind: 'convert' | 'register' | 'update' | 'foreign-update' | 'install';
  /** JSON text, or its value. */
  readonly contract: unknown;
  /** The members that a contract gets that does not have them. */
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  /** True if the id and the owner are computed, whatever the contract has there: in an unsigned registration. */
  readonly replacesIds?: boolean;
  /** The nonce of a registration. */
  readonly identityNonce?: bigint;
  /** The official JSON of the registered contract that is updated. */
  readonly registered?: string;
  /** The contracts to which its references lead, in the official JSON. */
  readonly others?: readonly string[];
  readonly protocolVersion: number;
  readonly network: Network;
}

/** Describes a judged contract. */
export interface ContractVerdict {
  /** The contract in the official JSON; absent if it has no such form. */
  readonly official: OfficialContract | undefined;
  readonly accepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The differences to the registered contract; none unless its owner updates it. */
  readonly changes: readonly ContractChange[];
  /** The fees of an accepted registration or update. */
  readonly fees: FeeEstimate | undefined;
}

/** Judges contracts, here or in another thread. */
export type CheckContract = (check: ContractCheck) => Promise<ContractVerdict>;

/** Judges a contract. A hostile one of 256 KiB takes some hundred milliseconds. */
export function checkContract(check: ContractCheck): ContractVerdict {
  const { kind, contract, id, ownerId, version, protocolVersion, registered, network } = check;
  const { replacesIds = false } = check;
  const official = officialContract(
    contract,
    { id, ownerId, version },
    { protocolVersion, replacesIds, ...(registered === undefined ? {} : { registered }) },
  );
  const { accepted, diagnostics, changes = [] } = judge(check, official);
  const isPriced = accepted && official !== undefined && (kind === 'register' || kind === 'update');
  const transition = kind === 'update' ? ({ transition: 'update' } as const) : {};
  const fees = isPriced
    ? estimateFees(official.text, { protocolVersion, network, ...transition }).estimate
    : undefined;
  return {
    official,
    accepted,
    diagnostics: [...diagnostics, ...(official?.diagnostics ?? [])],
    changes,
    fees,
  };
}

function judge(
  {
    kind,
    contract,
    identityNonce,
    registered = '',
    others = [],
    protocolVersion,
    network,
    replacesIds,
  }: ContractCheck,
  official: OfficialContract | undefined,
): Pick<ContractVerdict, 'accepted' | 'diagnostics'> & { readonly changes?: readonly ContractChange[] } {
  const options = { protocolVersion, network, ...(others.length === 0 ? {} : { with: others }) };
  // Only a whole contract in the official JSON can be compared with another one with all of its members.
  const updated = official === undefined || official.shape === 'documents' ? contract : official.text;
  if (kind === 'convert') return { accepted: false, diagnostics: [] };
  if (kind === 'update') return compareContracts(registered, updated, options);
  if (kind === 'foreign-update') return validateContract(updated, { ...options, transition: 'update' });
  if (kind === 'install') return validateContract(contract, { ...options, transition: 'update' });
  // Missing members of the official JSON are filled in; other diagnostics are about the input.
  return validateContract(official?.shape === 'official' ? official.text : contract, {
    ...options,
    // A computed id fits.
    ...(identityNonce === undefined || replacesIds === true ? {} : { identityNonce }),
  });
}

/** Returns a function that judges contracts, and gives the latest verdict again for the same check. */
export function rememberLatest(check: CheckContract): CheckContract {
  let latest: { readonly of: ContractCheck; readonly verdict: Promise<ContractVerdict> } | undefined;
  return async (next) => {
    if (latest === undefined || !isSame(latest.of, next)) latest = { of: next, verdict: check(next) };
    return latest.verdict;
  };
}

const isSame = (one: ContractCheck, other: ContractCheck): boolean =>
  one.kind === other.kind &&
  one.contract === other.contract &&
  one.id === other.id &&
  one.ownerId === other.ownerId &&
  one.version === other.version &&
  one.identityNonce === other.identityNonce &&
  one.registered === other.registered &&
  isSameList(one.others ?? [], other.others ?? []);

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

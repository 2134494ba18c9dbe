import type { ContractChange, Diagnostic } from '@dapikit/contract';
import { identifierText } from '../base/bytes/identifier.js';
import { InputError } from '../base/errors/input-error.js';
import { readId } from '../state/input/read-input.js';
import type { Block } from '../state/chain/block.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import { ContractRejectedError } from '../state/contract/contract-error.js';
import {
  listContractVersions,
  findStoredContract,
  listStoredContracts,
  type StoredContract,
} from '../state/contract/contract-store.js';
import { deleteContract, type DeleteContract } from '../execution/contract-transition/delete-contract.js';
import {
  addContract,
  registerContract,
  type RegisterContract,
} from '../execution/contract-transition/register-contract.js';
import { updateContract, type UpdateContract } from '../execution/contract-transition/update-contract.js';

/** Describes a registered contract. Ids are base58. */
export interface ContractInfo {
  readonly contractId: string;
  readonly ownerId: string;
  /** From 1. */
  readonly version: number;
  /** The official JSON. */
  readonly contract: Readonly<Record<string, unknown>>;
  /** The block that registered it. */
  readonly createdAt: Block;
  /** The block of the last update. */
  readonly updatedAt?: Block;
}

/** Describes a contract that was accepted. */
interface AcceptedContractInfo extends ContractInfo, Receipt {
  /** Warnings and hints about what is accepted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Describes the result of a registration. */
export interface RegisteredContractInfo extends AcceptedContractInfo {
  /** Id of the contract group that was registered, in base58; absent where none was. */
  readonly contractGroupId?: string;
}

/** Describes the result of an update. */
export interface UpdatedContractInfo extends AcceptedContractInfo {
  /** Every difference to the version before. */
  readonly changes: readonly ContractChange[];
}

/** Describes which versions of a contract are wanted. */
export interface ContractHistoryPage {
  /** Base58. */
  readonly id: string;
  /** Milliseconds; only versions after it. 0 when absent. */
  readonly startAtMs?: number;
  /** 1 to 10; 10 when absent. */
  readonly limit?: number;
}

/** Registers, updates, deletes and reads contracts. Rejects with `ContractRejectedError` or `ConsensusError` as the network does. */
export interface ContractApi {
  registerContract(input: RegisterContract): Promise<RegisteredContractInfo>;
  /** Updates a contract as its owner; costs as much as a registration of the whole contract. */
  updateContract(input: UpdateContract): Promise<UpdatedContractInfo>;
  /** Deletes a contract whose config has `canBeDeleted`. The network has no such transition. */
  deleteContract(input: DeleteContract): Promise<Receipt>;
  /** Installs a whole contract with the id and the owner that it has elsewhere, without a fee. The network has no such transition. */
  installContract(input: { readonly contract: unknown }): Promise<ContractInfo>;
  /** Returns a contract, or nothing. */
  getContract(input: { readonly id: string }): Promise<ContractInfo | undefined>;
  /** Lists all contracts by the bytes of their ids, including those of the network. */
  listContracts(): Promise<readonly ContractInfo[]>;
  /** Returns the versions of a contract that keeps history, the oldest first. Of several of one time the last is stored. */
  getContractHistory(
    input: ContractHistoryPage,
  ): Promise<readonly { readonly time: number; readonly contract: ContractInfo }[]>;
}

/** Returns the contracts of a chain. */
export function contractApi(chain: PlatformChain): ContractApi {
  const { rules, contracts } = chain;
  return {
    registerContract: async (input) => {
      const { contract, contractGroupId, ...others } = await chain.execute(registerContract(input, rules));
      const made = contractGroupId === undefined ? {} : { contractGroupId: identifierText(contractGroupId) };
      return { ...infoOf(contract), ...others, ...made };
    },
    updateContract: async (input) => {
      const contractId = input.contractId ?? (await statedId(input.contract, rules));
      const { contract, ...others } = await chain.execute(updateContract({ ...input, contractId }, rules));
      return { ...infoOf(contract), ...others };
    },
    deleteContract: async (input) => chain.execute(deleteContract(input)),
    installContract: async ({ contract }) => {
      const whole = await readWhole(contract, rules);
      return chain.applySystemEvent(async (view, block) => {
        const stored = { ...whole, protocolVersion: rules.protocolVersion, createdAt: block };
        await addContract({ view, block, contracts }, stored);
        return infoOf(stored);
      });
    },
    getContract: async ({ id }) => {
      const contractId = readId(id, 'id');
      const stored = await chain.read(async (view) => findStoredContract(view, contractId));
      return stored && infoOf(stored);
    },
    listContracts: async () => (await chain.read(listStoredContracts)).map(infoOf),
    getContractHistory: async ({ id, startAtMs = 0, limit = MAX_VERSIONS }) => {
      const contractId = readId(id, 'id');
      const page = {
        startAt: inRange(startAtMs, 'startAtMs', 0, Number.MAX_SAFE_INTEGER - 1),
        limit: inRange(limit, 'limit', 1, MAX_VERSIONS),
      };
      const versions = await chain.read(async (view) => listContractVersions(view, contractId, page));
      return versions.map(({ time, contract }) => ({ time, contract: infoOf(contract) }));
    },
  };
}

const MAX_VERSIONS = 10;

function infoOf({ id, ownerId, version, text, createdAt, updatedAt }: StoredContract): ContractInfo {
  const contract: Record<string, unknown> = JSON.parse(text);
  return {
    contractId: identifierText(id),
    ownerId: identifierText(ownerId),
    version,
    contract,
    createdAt,
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

/** Returns the id that a whole contract has. */
async function statedId(
  contract: unknown,
  { protocolVersion, network, checkContract }: PlatformChain['rules'],
): Promise<string | undefined> {
  return (await checkContract({ kind: 'convert', contract, ...ANONYMOUS, protocolVersion, network })).official
    ?.id;
}

/** The members that a whole contract has of its own. */
const ANONYMOUS = { id: '', ownerId: '', version: 1 };

/** Returns a contract that says its id, owner and version. @throws {InputError} @throws {ContractRejectedError} */
async function readWhole(
  input: unknown,
  { protocolVersion, network, checkContract }: PlatformChain['rules'],
): Promise<Pick<StoredContract, 'id' | 'ownerId' | 'version' | 'text'>> {
  const { official, accepted, diagnostics } = await checkContract({
    kind: 'install',
    contract: input,
    ...ANONYMOUS,
    protocolVersion,
    network,
  });
  if (official?.shape === 'documents')
    throw new InputError('contract', {
      problem: 'bare document types have no id and no owner',
      expected: 'a whole contract with its id and owner',
      found: input,
      fix: 'register bare document types instead',
    });
  if (official === undefined || !accepted) throw new ContractRejectedError(diagnostics, 'create');
  const { version }: { version?: unknown } = JSON.parse(official.text);
  return {
    id: readId(official.id, 'contract.id'),
    ownerId: readId(official.ownerId, 'contract.ownerId'),
    version: inRange(version, 'contract.version', 1, 0xff_ff_ff_ff),
    text: official.text,
  };
}

function inRange(input: unknown, place: string, least: number, most: number): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most) return input;
  throw new InputError(place, { expected: `a whole number from ${least} to ${most}`, found: input });
}

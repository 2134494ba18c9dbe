import type { ContractChange, Diagnostic } from '@dapikit/contract';
import { officialContract, validateContract } from '@dapikit/contract';
import { BadInput } from '../input/bad-input.js';
import { readId } from '../input/read-input.js';
import type { Block } from '../block.js';
import type { PlatformChain, Receipt } from '../operation/platform-chain.js';
import { ContractRefused } from './contract-refused.js';
import { contractVersions, storedContract, storedContracts, type StoredContract } from './contract-store.js';
import { deleteContract, type DeleteContract } from './delete-contract.js';
import { addContract, registerContract, type RegisterContract } from './register-contract.js';
import { updateContract, type UpdateContract } from './update-contract.js';

/** A registered contract. Ids are base58. */
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

/** What a registration gives. */
export interface RegisteredContractInfo extends ContractInfo, Receipt {
  /** What is accepted and yet surprises. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What an update gives. */
export interface UpdatedContractInfo extends RegisteredContractInfo {
  /** Every difference to the version before. */
  readonly changes: readonly ContractChange[];
}

/** Which versions of a contract are wanted. */
export interface ContractHistoryPage {
  /** Base58. */
  readonly id: string;
  /** Milliseconds; only versions after it. 0 when absent. */
  readonly startAtMs?: number;
  /** 1 to 10; 10 when absent. */
  readonly limit?: number;
}

/** What can be done with contracts. Rejects with `ContractRefused` or `PlatformError` what the network refuses. */
export interface ContractOperations {
  registerContract(input: RegisterContract): Promise<RegisteredContractInfo>;
  /** Only the owner; costs as much as a registration of all of it. */
  updateContract(input: UpdateContract): Promise<UpdatedContractInfo>;
  /** Not on the network: only where the config of the contract has `canBeDeleted`. */
  deleteContract(input: DeleteContract): Promise<Receipt>;
  /** Not on the network: takes a whole contract with the id and the owner that it has elsewhere, for nothing. */
  installContract(input: { readonly contract: unknown }): Promise<ContractInfo>;
  /** A contract, or nothing. */
  getContract(input: { readonly id: string }): Promise<ContractInfo | undefined>;
  /** By the bytes of their ids; those of the network are among them. */
  listContracts(): Promise<readonly ContractInfo[]>;
  /** The versions of a contract that keeps history, the oldest first. Of several of one time the last is kept. */
  getContractHistory(
    input: ContractHistoryPage,
  ): Promise<readonly { readonly time: number; readonly contract: ContractInfo }[]>;
}

/** The contracts of a chain. */
export function contractOperations(chain: PlatformChain): ContractOperations {
  const { terms, contracts } = chain;
  return {
    registerContract: async (input) => {
      const { contract, ...others } = await chain.execute(registerContract(input, terms));
      return { ...infoOf(contract), ...others };
    },
    updateContract: async (input) => {
      const { contract, ...others } = await chain.execute(updateContract(input, terms));
      return { ...infoOf(contract), ...others };
    },
    deleteContract: async (input) => chain.execute(deleteContract(input)),
    installContract: async ({ contract }) => {
      const whole = readWhole(contract, terms);
      return chain.change(async (view, block) => {
        const stored = { ...whole, protocolVersion: terms.protocolVersion, createdAt: block };
        await addContract({ view, block, contracts }, stored);
        return infoOf(stored);
      });
    },
    getContract: async ({ id }) => {
      const contractId = readId(id, 'id');
      const stored = await chain.read(async (view) => storedContract(view, contractId));
      return stored && infoOf(stored);
    },
    listContracts: async () => (await chain.read(storedContracts)).map(infoOf),
    getContractHistory: async ({ id, startAtMs = 0, limit = MOST_VERSIONS }) => {
      const contractId = readId(id, 'id');
      const page = {
        startAt: inRange(startAtMs, 'startAtMs', 0, Number.MAX_SAFE_INTEGER - 1),
        limit: inRange(limit, 'limit', 1, MOST_VERSIONS),
      };
      const versions = await chain.read(async (view) => contractVersions(view, contractId, page));
      return versions.map(({ time, contract }) => ({ time, contract: infoOf(contract) }));
    },
  };
}

const MOST_VERSIONS = 10;

function infoOf({ id, ownerId, version, text, createdAt, updatedAt }: StoredContract): ContractInfo {
  const contract: Record<string, unknown> = JSON.parse(text);
  return {
    contractId: id,
    ownerId,
    version,
    contract,
    createdAt,
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

/** A contract that says its id, owner and version. @throws {BadInput} @throws {ContractRefused} */
function readWhole(
  input: unknown,
  { protocolVersion, network }: PlatformChain['terms'],
): Pick<StoredContract, 'id' | 'ownerId' | 'version' | 'text'> {
  const official = officialContract(input, { id: '', ownerId: '', version: 1 }, { protocolVersion });
  if (official?.shape === 'documents')
    throw new BadInput('contract', {
      expected: 'a whole contract with its id and owner',
      found: input,
      advice: 'register bare document types instead',
    });
  const options = { protocolVersion, network, transition: 'update' } as const;
  const { accepted, diagnostics } = validateContract(input, options);
  if (official === undefined || !accepted) throw new ContractRefused(diagnostics, 'create');
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
  throw new BadInput(place, { expected: `a whole number from ${least} to ${most}`, found: input });
}

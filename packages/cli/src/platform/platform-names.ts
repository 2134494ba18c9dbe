import { CommandFailure } from '../command.js';
import { PROGRAM } from '../program.js';
import type { PlatformDoor } from './platform-door.js';

/** Which contract is meant, where the type alone does not say it. */
export interface Naming {
  /** Base58. */
  readonly contract: string | undefined;
}

/** The members of an object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** Finds what is meant by names: identities by theirs, contracts by those of their document types. */
export class PlatformNames {
  constructor(
    private readonly door: PlatformDoor,
    private readonly naming: Naming,
  ) {}

  /** The id of an identity that is given by its id or by the name that it was created with. */
  async identity(name: string): Promise<string> {
    if (/^[1-9A-HJ-NP-Za-km-z]{42,44}$/.test(name)) return name;
    const id = membersOf(await this.door.call('getIdentity', { seed: name }))['id'];
    if (typeof id === 'string') return id;
    throw new CommandFailure(
      `there is no identity "${name}": create it with ${PROGRAM} platform identity ${name}`,
    );
  }

  /** The id of the contract that has a document type; of several the one that `--contract` names. */
  async contractWith(documentType: string): Promise<string> {
    if (this.naming.contract !== undefined) return this.naming.contract;
    const found = (await this.#contracts()).filter(({ types }) => Object.hasOwn(types, documentType));
    return theOnly(found, `the document type "${documentType}"`);
  }

  /** The id of the contract of an owner that has one of some document types; the one that `--contract` names before all. */
  async contractToUpdate(owner: string, documentTypes: readonly string[]): Promise<string> {
    if (this.naming.contract !== undefined) return this.naming.contract;
    const found = (await this.#contracts()).filter(
      ({ ownerId, types }) => ownerId === owner && documentTypes.some((type) => Object.hasOwn(types, type)),
    );
    const names = documentTypes.map((type) => `"${type}"`).join(', ');
    return theOnly(found, `one of the document types ${names} and belongs to ${owner}`);
  }

  /** The poll about some values of the contested index of a document type. */
  async poll(documentType: string, indexValues: unknown): Promise<object> {
    const contractId = await this.contractWith(documentType);
    const contract = (await this.#contracts()).find(({ id }) => id === contractId);
    const indices = membersOf(contract?.types[documentType])['indices'];
    const contested = (Array.isArray(indices) ? indices : []).find(
      (index: unknown) => membersOf(index)['contested'] !== undefined,
    );
    const indexName = membersOf(contested)['name'];
    if (indexName === undefined)
      throw new CommandFailure(`the document type "${documentType}" has no contested index`);
    return { contractId, documentType, indexName, indexValues };
  }

  async #contracts(): Promise<RegisteredContract[]> {
    const listed = await this.door.call('listContracts');
    return (Array.isArray(listed) ? listed : []).map((one: unknown) => {
      const { contractId, ownerId, contract } = membersOf(one);
      return {
        id: typeof contractId === 'string' ? contractId : '',
        ownerId,
        types: membersOf(membersOf(contract)['documentSchemas']),
      };
    });
  }
}

/** A contract as names find it. */
interface RegisteredContract {
  readonly id: string;
  readonly ownerId: unknown;
  /** By their names. */
  readonly types: Members;
}

function theOnly(found: readonly RegisteredContract[], what: string): string {
  const [first, ...others] = found;
  if (first === undefined)
    throw new CommandFailure(
      `no contract has ${what}: see ${PROGRAM} platform contracts, and name it with --contract`,
    );
  if (others.length === 0) return first.id;
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandFailure(`several contracts have ${what}: name one of ${ids} with --contract`);
}

/** The members of a value; none where it is no object. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

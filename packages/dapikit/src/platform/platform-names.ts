import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { PROGRAM, quoted } from '../program/program-name.js';
import { isId, type KnownAliases } from './known-aliases.js';
import { membersOf, type Members } from './members.js';
import type { PlatformEndpoint } from './platform-client.js';

/** Names the contract, where the type alone is ambiguous. */
export interface Naming {
  /** Base58, or an alias. */
  readonly contract: string | undefined;
}

/** Resolves names: identities and contracts by their aliases, contracts also by the names of their document types. */
export class PlatformNames {
  #withTokens: Promise<string> | undefined;

  constructor(
    private readonly endpoint: PlatformEndpoint,
    private readonly aliases: KnownAliases,
    private readonly naming: Naming,
    /** Gets a line for people: which contract was chosen of several. */
    private readonly note: (line: string) => void,
  ) {}

  /** The id of an identity that is given by its id, its alias, or the name that it was created with. */
  async identity(name: string): Promise<string> {
    requireName(name);
    if (isId(name)) return name;
    const named = await this.aliases.idOf('identity', name);
    if (named !== undefined) return named;
    const id = membersOf(await this.endpoint.call('getIdentity', { seed: name }))['id'];
    if (typeof id === 'string') return id;
    throw new CommandError(
      `there is no identity "${name}": create it with ${PROGRAM} platform identity ${quoted(name)}`,
    );
  }

  /** Returns the id of a contract that is given by its id or its alias. */
  async contract(name: string): Promise<string> {
    const id = isId(name) ? name : await this.aliases.idOf('contract', name);
    if (id !== undefined) return id;
    throw new CommandError(
      `there is no contract "${name}": see ${PROGRAM} platform contracts; registering a file gives its contract the name of the file`,
    );
  }

  /** Returns the id of the contract that `--contract` names, else of the newest one that has a document type. */
  async contractWith(documentType: string): Promise<string> {
    if (this.naming.contract !== undefined) return this.contract(this.naming.contract);
    const found = (await this.#contracts()).filter(({ types }) => Object.hasOwn(types, documentType));
    return this.#newest(found, `the document type "${documentType}"`);
  }

  /** Returns the id of the contract that `--contract` names, else of the newest one of an owner that has one of some document types. */
  async contractToUpdate(owner: string, documentTypes: readonly string[]): Promise<string> {
    if (this.naming.contract !== undefined) return this.contract(this.naming.contract);
    const found = (await this.#contracts()).filter(
      ({ ownerId, types }) => ownerId === owner && documentTypes.some((type) => Object.hasOwn(types, type)),
    );
    const names = documentTypes.map((type) => `"${type}"`).join(', ');
    return this.#newest(found, `one of the document types ${names} and belongs to ${owner}`);
  }

  /** Returns the id of the contract that `--contract` names, else of the newest one that has tokens: a command that asks twice says once which one it uses. @throws {CommandError} (rejects) where the contract has no tokens */
  async contractWithTokens(): Promise<string> {
    return (this.#withTokens ??= this.#findWithTokens());
  }

  async #findWithTokens(): Promise<string> {
    const contracts = await this.#contracts();
    const { contract: name } = this.naming;
    if (name === undefined) return this.#newest(contracts.filter(hasTokens), 'a token');
    const id = await this.contract(name);
    const named = contracts.find((one) => one.id === id);
    if (named !== undefined && !hasTokens(named))
      throw new CommandError(`the contract ${name} has no tokens`);
    return id;
  }

  /** Returns the id of the contract that `--contract` names, else of the newest one that has moderators. */
  async contractWithModeration(): Promise<string> {
    if (this.naming.contract !== undefined) return this.contract(this.naming.contract);
    const found = (await this.#contracts()).filter(({ isModerated }) => isModerated);
    return this.#newest(found, 'moderation');
  }

  /** Returns the id of the contract that `--contract` names, else of the newest one with fees of actions. */
  async contractWithActionFees(): Promise<string> {
    if (this.naming.contract !== undefined) return this.contract(this.naming.contract);
    const found = (await this.#contracts()).filter(({ types }) =>
      Object.values(types).some((type) => membersOf(type)['actionFees'] !== undefined),
    );
    return this.#newest(found, 'fees of actions');
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
      throw new CommandError(`the document type "${documentType}" has no contested index`);
    return { contractId, documentType, indexName, indexValues };
  }

  #newest(found: readonly RegisteredContract[], what: string): string {
    const [newest, ...others] = found.toSorted((a, b) => b.height - a.height);
    if (newest === undefined)
      throw new CommandError(
        `no contract has ${what}: see ${PROGRAM} platform contracts, and name it with --contract`,
      );
    if (others.length > 0)
      this.note(
        `${found.length} contracts have ${what}: using the newest, ${newest.id}; --contract selects another`,
      );
    return newest.id;
  }

  async #contracts(): Promise<RegisteredContract[]> {
    const listed = await this.endpoint.call('listContracts');
    return (Array.isArray(listed) ? listed : []).map((one: unknown) => {
      const { contractId, ownerId, contract, createdAt } = membersOf(one);
      return {
        id: typeof contractId === 'string' ? contractId : '',
        ownerId,
        height: Number(membersOf(createdAt)['height'] ?? 0),
        types: membersOf(membersOf(contract)['documentSchemas']),
        tokens: membersOf(membersOf(contract)['tokens']),
        isModerated: (membersOf(membersOf(contract)['config'])['moderation'] ?? null) !== null,
      };
    });
  }
}

const hasTokens = ({ tokens }: RegisteredContract): boolean => Object.keys(tokens).length > 0;

/** Rejects an empty name of an identity. @throws {UsageError} */
export function requireName(name: string): void {
  if (name === '') throw new UsageError('expected the name or the id of an identity, found ""');
}

/** A contract as names find it. */
interface RegisteredContract {
  readonly id: string;
  readonly ownerId: unknown;
  /** Height of the block that registered it; 0 for a contract of the network. */
  readonly height: number;
  /** By their names. */
  readonly types: Members;
  /** By their positions. */
  readonly tokens: Members;
  readonly isModerated: boolean;
}

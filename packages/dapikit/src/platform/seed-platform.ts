import { CommandError } from '../program/command.js';
import { isId, KnownAliases } from './known-aliases.js';
import { membersOf } from './members.js';
import { PlatformRejectedError, type PlatformEndpoint } from './platform-client.js';
import { documentTypesOf, type Seed, type SeedContract, type SeedDocument } from './seed-files.js';

/** Credits of an identity that a seed creates: 100 DASH. */
const SEED_CREDITS = 10_000_000_000_000;

/** Describes a contract of a seed on a platform. */
export interface SeededContract {
  readonly alias: string;
  /** Base58. */
  readonly contractId: string;
}

/**
 * Registers contracts and creates documents, in the order of their files. The same seed on a new platform gives the same ids.
 * @param owner name or id of the identity that registers the contracts, and creates documents without an owner
 * @throws {CommandError} (rejects) with the file or the document that the platform rejects
 */
export async function seedPlatform(
  endpoint: PlatformEndpoint,
  { contracts, documents }: Seed,
  owner: string,
): Promise<readonly SeededContract[]> {
  checkTypes(contracts, documents);
  const identities = new SeedIdentities(endpoint);
  const by = await identities.idOf(owner);
  const seeded: (SeededContract & { readonly types: readonly string[] })[] = [];
  for (const { alias, file, text } of contracts) {
    const registered = await attempt(file, endpoint.call('registerContract', { contract: text, by }));
    const contractId = String(membersOf(registered)['contractId']);
    await endpoint.call('setAlias', { alias, contractId });
    seeded.push({ alias, contractId, types: documentTypesOf(text) ?? [] });
  }
  for (const [at, { documentType, owner: name, data }] of documents.entries()) {
    const contract = seeded.find(({ types }) => types.includes(documentType));
    const params = {
      contractId: contract?.contractId,
      documentType,
      data,
      by: name === undefined ? by : await identities.idOf(name),
      prefundedVotingBalance: 'auto',
    };
    await attempt(`document ${at + 1}, of type "${documentType}"`, endpoint.call('createDocument', params));
  }
  return seeded.map(({ alias, contractId }) => ({ alias, contractId }));
}

/** Checks that each document has one contract; where one is no JSON, its check says so. @throws {CommandError} */
export function checkTypes(contracts: readonly SeedContract[], documents: readonly SeedDocument[]): void {
  const typed = contracts.map(({ file, text }) => ({ file, types: documentTypesOf(text) }));
  if (typed.some(({ types }) => types === undefined)) return;
  for (const type of new Set(documents.map(({ documentType }) => documentType))) {
    const [first, second] = typed.filter(({ types }) => types?.includes(type));
    if (first === undefined)
      throw new CommandError(`there are documents of type "${type}", and no contract has this type`);
    if (second !== undefined)
      throw new CommandError(
        `there are documents of type "${type}", and both ${first.file} and ${second.file} have it`,
      );
  }
}

/** Returns the documents whose types contracts have. */
export function documentsOf(
  contracts: readonly SeedContract[],
  documents: readonly SeedDocument[],
): readonly SeedDocument[] {
  const types = new Set(contracts.flatMap(({ text }) => documentTypesOf(text) ?? []));
  return documents.filter(({ documentType }) => types.has(documentType));
}

async function attempt(what: string, call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PlatformRejectedError) throw new CommandError(`${what}: ${error.message}`);
    throw error;
  }
}

/** Finds identities by name, and creates those that are not there. */
export class SeedIdentities {
  readonly #ids = new Map<string, string>();

  constructor(private readonly endpoint: PlatformEndpoint) {}

  /** Returns the id of an identity by its name or its id, and creates one that is not there. */
  async idOf(name: string): Promise<string> {
    if (isId(name)) return name;
    const id = this.#ids.get(name) ?? (await this.find(name)) ?? (await this.#create(name));
    this.#ids.set(name, id);
    return id;
  }

  /** Returns the id of an identity by its name or its id; `undefined` where there is none of that name. */
  async find(name: string): Promise<string | undefined> {
    if (isId(name)) return name;
    const aliased = await new KnownAliases(this.endpoint).idOf('identity', name);
    if (aliased !== undefined) return aliased;
    const { id } = membersOf(await this.endpoint.call('getIdentity', { seed: name }));
    return typeof id === 'string' ? id : undefined;
  }

  async #create(name: string): Promise<string> {
    const created = await this.endpoint.call('createIdentity', { seed: name, credits: SEED_CREDITS });
    return String(membersOf(created)['id']);
  }
}

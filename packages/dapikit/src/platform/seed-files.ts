import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { findContracts, shownName, STDIN } from '../input/find-contracts.js';
import { readContract } from '../input/read-contract.js';
import { ALIAS_FORM, aliasOfFile } from './contract-alias.js';
import { jsonObject } from './json-argument.js';
import { membersOf, type Members } from './members.js';

/** Holds the contract of a file. */
export interface SeedContract {
  readonly file: string;
  /** The name that the file gives it. */
  readonly alias: string;
  readonly text: string;
}

/** Holds a document that is created with its contract. */
export interface SeedDocument {
  readonly documentType: string;
  /** Name or id of the identity that creates it. */
  readonly owner: string | undefined;
  readonly data: Members;
}

/** Holds contracts and documents with which a platform starts. */
export interface Seed {
  readonly contracts: readonly SeedContract[];
  readonly documents: readonly SeedDocument[];
}

const OWNER = '$ownerId';

/** Reads the contracts of files, folders or patterns. @throws {CommandError} (rejects) when one cannot be read, its name is no alias, or two give the same alias */
export async function readSeedContracts(args: readonly string[]): Promise<readonly SeedContract[]> {
  const contracts: SeedContract[] = [];
  const { isAlias } = await import('@dapikit/platform');
  for (const file of await findContracts(args)) {
    const alias = aliasOfFile(file);
    if (alias === undefined || file === STDIN)
      throw new UsageError('a contract comes from a file, whose name is its alias');
    const read = await readContract(file);
    const name = shownName(file);
    if (read.text === undefined) throw new CommandError(`${name}: ${read.fault}`);
    if (!isAlias(alias))
      throw new CommandError(`${name}: "${alias}" is no alias, ${ALIAS_FORM}: rename the file`);
    const other = contracts.find((one) => one.alias === alias);
    if (other !== undefined)
      throw new CommandError(`${other.file} and ${name} give the same alias "${alias}": rename one`);
    contracts.push({ file: name, alias, text: read.text });
  }
  return contracts;
}

/**
 * Reads a file of documents: an object with a list of the data of documents for each document type. `$ownerId` in the data is the name or
 * the id of the identity that creates the document.
 * @throws {CommandError} (rejects) when the file cannot be read. @throws {UsageError} (rejects) when it is something else.
 */
export async function readSeedDocuments(file: string): Promise<readonly SeedDocument[]> {
  const read = await readContract(file);
  const name = shownName(file);
  if (read.text === undefined) throw new CommandError(`${name}: ${read.fault}`);
  return Object.entries(jsonObject(read.text, name)).flatMap(([documentType, listed]) => {
    if (!Array.isArray(listed))
      throw new UsageError(`${name}: expected a list of documents for "${documentType}"`);
    return listed.map((one: unknown) => readDocument(documentType, one, name));
  });
}

function readDocument(documentType: string, value: unknown, file: string): SeedDocument {
  const { [OWNER]: owner, ...data } = membersOf(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${file}: expected objects in the list of "${documentType}"`);
  if (owner !== undefined && typeof owner !== 'string')
    throw new UsageError(
      `${file}: ${OWNER} of "${documentType}": expected the name or the id of an identity`,
    );
  const system = Object.keys(data).find((name) => name.startsWith('$'));
  if (system !== undefined)
    throw new UsageError(`${file}: the platform sets ${system} of "${documentType}": leave it out`);
  return { documentType, owner, data };
}

/** Returns the document types in the JSON of a contract, whole or as a bare map; `undefined` where it is no JSON. */
export function documentTypesOf(text: string): readonly string[] | undefined {
  try {
    const contract = membersOf(JSON.parse(text));
    return Object.keys(membersOf(contract['documentSchemas'] ?? contract['documents'] ?? contract));
  } catch {
    return undefined;
  }
}

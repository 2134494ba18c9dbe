import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FileError, withFile } from '../program/file-error.js';
import { printable } from '../program/printable.js';
import { replaceFile } from '../input/replace-file.js';
import { isId } from '../platform/known-aliases.js';
import { membersOf } from '../platform/members.js';

/** Name of the file that records the contracts of a project. */
export const LOCK_FILE = 'dapikit.lock.json';

/** Format of the file. */
const LOCK_VERSION = 1;

/** Describes a contract as it was registered on a network when it was recorded. */
export interface LockedContract {
  /** Base58. */
  readonly id: string;
  readonly version: number;
  /** SHA-256 of its serialised bytes, in hexadecimal. */
  readonly hash: string;
  /** Protocol version of the network, in whose serialisation the bytes are. */
  readonly protocol: number;
}

/** Records contracts by network, then by the path of their file beside the lock. */
export type ContractLock = ReadonlyMap<string, ReadonlyMap<string, LockedContract>>;

/** Reads a lock; an empty one where there is no file. @throws {FileError} (rejects) where it cannot be read, or has another format. */
export async function readLock(file: string): Promise<ContractLock> {
  if (!existsSync(file)) return new Map();
  return lockOf(await withFile(file, async () => readFile(file, 'utf8')), file);
}

/** Writes a lock in the order of names, so that the same contracts give the same text. It has no keys and no secrets. */
export async function writeLock(file: string, lock: ContractLock): Promise<void> {
  const networks = sorted(
    [...lock].map(([network, contracts]) => [network, { contracts: sorted([...contracts]) }]),
  );
  const text = `${JSON.stringify({ version: LOCK_VERSION, networks }, undefined, 2)}\n`;
  await withFile(file, async () => replaceFile(file, text));
}

/** Returns a lock with another contract, or with a newer record of one. */
export function withLocked(
  lock: ContractLock,
  network: string,
  file: string,
  contract: LockedContract,
): ContractLock {
  return new Map(lock).set(network, new Map(lock.get(network)).set(file, contract));
}

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

function lockOf(text: string, file: string): ContractLock {
  const fail = (reason: string): never => {
    throw new FileError(`${printable(file)}: ${reason}`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return fail(`it is no JSON: ${printable(error instanceof Error ? error.message : String(error))}`);
  }
  const { version, networks } = membersOf(parsed);
  if (version !== LOCK_VERSION) return fail(`expected "version": ${LOCK_VERSION}, found ${shown(version)}`);
  return new Map(
    Object.entries(membersOf(networks)).map(([network, record]) => [
      network,
      new Map(
        Object.entries(membersOf(membersOf(record)['contracts'])).map(([name, value]) => [
          name,
          lockedOf(value) ?? fail(`the record of ${shown(name)} on ${shown(network)} is not complete`),
        ]),
      ),
    ]),
  );
}

const shown = (value: unknown): string => printable(JSON.stringify(value) ?? 'nothing');

function lockedOf(value: unknown): LockedContract | undefined {
  const { id, version, hash, protocol } = membersOf(value);
  const isWhole =
    typeof id === 'string' &&
    isId(id) &&
    isCount(version) &&
    isCount(protocol) &&
    typeof hash === 'string' &&
    /^[\da-f]{64}$/.test(hash);
  return isWhole ? { id, version, hash, protocol } : undefined;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

import { isAbsolute, relative, resolve, sep } from 'node:path';
import { oneContract } from '../input/one-contract.js';
import { readContract } from '../input/read-contract.js';
import { LOCK_FILE, readLock, withLocked, writeLock } from '../migrate/contract-lock.js';
import { lockStatus, type ContractStatus } from '../migrate/lock-status.js';
import { connectProven, provenContract } from '../migrate/proven-network.js';
import { isId } from '../platform/known-aliases.js';
import { CommandError, EXIT, type ExitCode } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { Terminal } from '../program/terminal.js';
import { urlOf, type MigrateValues } from './migrate-options.js';

/** Writes what is registered under an id to the lock, for a file. */
export async function recordAction(
  { url, json }: MigrateValues,
  [file, id]: readonly string[],
  { stdout }: Terminal,
): Promise<ExitCode> {
  if (file === undefined || id === undefined)
    throw new UsageError('expected record, then the file of a contract and its id');
  if (!isId(id)) throw new UsageError(`expected the id of a contract in base58, found ${JSON.stringify(id)}`);
  await oneContract(file);
  const path = pathInLock(file);
  const network = await connectProven(urlOf(url));
  const found = await provenContract(network, id, network.protocolVersion);
  if (found === undefined) throw new CommandError(`there is no contract ${id} on ${network.name}`);
  // The file is read last: another run may have written while the network was asked.
  const lock = await readLock(LOCK_FILE);
  await writeLock(LOCK_FILE, withLocked(lock, network.name, path, found.locked));
  if (json) stdout.write(`${JSON.stringify({ network: network.name, file: path, ...found.locked })}\n`);
  else
    stdout.write(
      `Recorded ${printable(path)} on ${printable(network.name)}: contract ${id}, version ${found.locked.version}, protocol ${found.locked.protocol}.\n`,
    );
  return EXIT.fine;
}

/** Prints how the recorded contracts differ from those that are registered. */
export async function statusAction(
  { url, json }: MigrateValues,
  [surplus]: readonly string[],
  { stdout }: Terminal,
): Promise<ExitCode> {
  if (surplus !== undefined)
    throw new UsageError(`status takes no argument, found ${JSON.stringify(surplus)}`);
  const lock = await readLock(LOCK_FILE);
  const network = await connectProven(urlOf(url));
  const recorded = lock.get(network.name);
  if (recorded === undefined)
    throw new CommandError(
      `${LOCK_FILE} has no contract of ${network.name}: write one with dapikit migrate record <file> <id> --url ${printable(urlOf(url))}`,
    );
  const statuses = await lockStatus(network, recorded, readContract);
  if (json)
    stdout.write(
      `${JSON.stringify({ network: network.name, protocol: network.protocolVersion, contracts: statuses }, undefined, 2)}\n`,
    );
  else {
    stdout.write(`${printable(network.name)}, protocol ${network.protocolVersion}\n`);
    for (const status of statuses) stdout.write(describe(status));
  }
  return statuses.every(({ differences }) => differences.length === 0) ? EXIT.fine : EXIT.failure;
}

function describe({ file, recorded, differences }: ContractStatus): string {
  const head = `  ${printable(file)}: contract ${recorded.id}`;
  return differences.length === 0
    ? `${head} is registered as recorded, version ${recorded.version}\n`
    : [head, ...differences.map((each) => `    ${each}`), ''].join('\n');
}

/** Returns the path of a file from the folder of the lock, with slashes. @throws {UsageError} where it is outside */
function pathInLock(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  if (path === '' || path.startsWith('..') || isAbsolute(path))
    throw new UsageError(`${printable(file)} is not in this folder, which has the ${LOCK_FILE}`);
  return path.split(sep).join('/');
}

import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../program/command.js';
import { printable } from '../program/printable.js';
import { isRunning, processStart } from './process-start.js';
import { realTarget } from './replace-file.js';

/** Identifies the process that holds a lock. */
interface LockOwner {
  readonly pid: number;
  /** Distinguishes it from a later process with the same id; absent where the system does not say. */
  readonly start?: string | undefined;
  readonly host: string;
}

const MAX_ATTEMPTS = 50;
const RETRY_DELAY_MS = 50;
/** A lock file without an owner is being written; an older one is what a crash left. */
const WRITE_TIME_MS = 2_000;
const CLAIM_DIGITS = 16;

/**
 * Locks a file against other processes, by a file beside it with the id of the process: `.<name>.lock`. The lock of a process that no longer runs is
 * taken over, also where another process has its id by now.
 */
export class FileLock {
  readonly #path: string;
  readonly #content: string;

  private constructor(path: string, content: string) {
    this.#path = path;
    this.#content = content;
  }

  /**
   * Locks a file, which need not exist, under its real path.
   * @throws {CommandError} (rejects) when another process holds the lock; errors of the file system as they are
   */
  static async acquire(file: string): Promise<FileLock> {
    const target = await realTarget(file);
    const path = join(dirname(target), `.${basename(target)}.lock`);
    const { pid } = process;
    const owner: LockOwner = { pid, start: await processStart(pid), host: hostname() };
    const content = JSON.stringify(owner);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (await create(path, content)) return new FileLock(path, content);
      const found = await readLock(path);
      // Released in the meantime.
      if (found === undefined) continue;
      const holder = ownerIn(found);
      if (holder !== undefined && (await isHeldBy(holder))) throw held(file, path, holder);
      if (holder === undefined && (await isYoung(path))) await sleep(RETRY_DELAY_MS);
      else if (await takeOver(path, found, content)) return new FileLock(path, content);
    }
    throw new CommandError(`${printable(file)}: the lock ${printable(path)} keeps changing; try again`);
  }

  /** Unlocks the file. Never rejects. */
  async release(): Promise<void> {
    const found = await readLock(this.#path).catch(() => undefined);
    if (found === this.#content) await rm(this.#path, { force: true }).catch(() => undefined);
  }
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Returns whether a lock was written a moment ago. */
async function isYoung(path: string): Promise<boolean> {
  try {
    return Math.abs(Date.now() - (await stat(path)).mtimeMs) < WRITE_TIME_MS;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
}

/**
 * Replaces a stale lock by one with another content. Only the process that creates the claim on that very lock may do so, and only while the
 * lock is still there: then nobody else can have replaced it.
 * @returns whether it was replaced
 */
async function takeOver(path: string, stale: string, content: string): Promise<boolean> {
  const claim = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, CLAIM_DIGITS)}`;
  if (!(await create(claim, content))) {
    if (await isAbandoned(claim)) await rm(claim, { force: true });
    else await sleep(RETRY_DELAY_MS);
    return false;
  }
  if ((await readLock(path)) === stale) {
    await rename(claim, path);
    return true;
  }
  await rm(claim, { force: true });
  return false;
}

/** Returns whether a crash left a claim. One of a process that runs, and was stopped for a while, is not: it may still replace the lock. */
async function isAbandoned(claim: string): Promise<boolean> {
  const owner = ownerIn((await readLock(claim)) ?? '');
  return owner === undefined ? !(await isYoung(claim)) : !(await isHeldBy(owner));
}

/** Returns whether the process that wrote a lock still runs. On another machine, or in another container, nobody knows. */
async function isHeldBy({ pid, start, host }: LockOwner): Promise<boolean> {
  if (host !== hostname()) return true;
  if (!(await isRunning(pid))) return false;
  const found = await processStart(pid);
  return start === undefined || found === undefined || found === start;
}

function held(file: string, path: string, { pid, host }: LockOwner): CommandError {
  const name = printable(file);
  return new CommandError(
    host === hostname()
      ? `${name}: process ${pid} uses this file; stop it, or choose another file`
      : `${name}: process ${pid} on the host ${printable(host)} uses this file; stop it, choose another file, or delete ${printable(path)} if it no longer runs`,
  );
}

function ownerIn(content: string): LockOwner | undefined {
  try {
    const owner: unknown = JSON.parse(content);
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('host' in value)) return false;
  const { pid, host } = value;
  const isPid = typeof pid === 'number' && Number.isInteger(pid) && pid > 0;
  return isPid && typeof host === 'string' && (!('start' in value) || typeof value.start === 'string');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

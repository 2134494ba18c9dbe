import { readFile } from 'node:fs/promises';
import type { Fork } from '../client/fork.js';
import { VerificationError } from '../errors/verification-error.js';
import { members } from '../list/read-diff.js';
import type { AcceptedHashes } from '../state/accepted-hashes.js';
import { replaceFile } from './replace-file.js';

/** Describes the forks that stopped a light client, and the hashes that its operator accepted. */
export interface ForkRecord extends AcceptedHashes {
  /** Forks that nobody decided yet. */
  readonly open: readonly StoredFork[];
}

/** Describes a fork without its evidence. */
export type StoredFork = Omit<Fork, 'chainLocks'>;

/** Keeps forks in a file for good, apart from the state: a damaged state loses none of them. */
export class ForkFile {
  constructor(private readonly file: string) {}

  /** @throws {VerificationError} (rejects) `damaged-state` for a file with other contents, and errors of the file system */
  async read(): Promise<ForkRecord> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return { open: [], blocks: new Map(), states: new Map() };
      throw error;
    }
    try {
      const { open, blocks, states } = members(JSON.parse(text), 'forks');
      if (!Array.isArray(open) || !Array.isArray(blocks) || !Array.isArray(states))
        throw new TypeError('expected three lists');
      return {
        open: open.map(readFork),
        blocks: new Map(blocks.map(readAccepted)),
        states: new Map(states.map(readAccepted)),
      };
    } catch (cause) {
      throw new VerificationError(
        'damaged-state',
        `${this.file} was changed: it must have the forks that stopped this gateway`,
        { cause },
      );
    }
  }

  /** Adds a fork that stopped the client. */
  async add({ of, height, hashes }: Fork): Promise<void> {
    const { open, ...accepted } = await this.read();
    await this.#write({ open: [...open, { of, height, hashes }], ...accepted });
  }

  /**
   * Accepts one side of a fork for good; the other one is never followed again. Returns the fork, `undefined` where no open one has the hash.
   * @param hash of the block in display order, or app hash of the state
   * @param prepare called with the fork and the hashes that are accepted then, before they are written: where it rejects or the program ends, the fork stays open
   */
  async accept(
    hash: string,
    prepare?: (fork: StoredFork, accepted: AcceptedHashes) => Promise<void>,
  ): Promise<StoredFork | undefined> {
    const { open, blocks, states } = await this.read();
    const fork = open.find(({ hashes }) => hashes.includes(hash));
    if (fork === undefined) return undefined;
    const { of, height } = fork;
    const accepted = {
      blocks: of === 'block' ? new Map([...blocks, [height, hash]]) : blocks,
      states: of === 'state' ? new Map([...states, [height, hash]]) : states,
    };
    await prepare?.(fork, accepted);
    const others = open.filter((other) => other.height !== height || other.of !== of);
    await this.#write({ open: others, ...accepted });
    return fork;
  }

  async #write({ open, blocks, states }: ForkRecord): Promise<void> {
    const record = { open, blocks: [...blocks], states: [...states] };
    await replaceFile(this.file, `${JSON.stringify(record, undefined, 2)}\n`);
  }
}

function readFork(value: unknown): StoredFork {
  const { of, height, hashes } = members(value, 'fork');
  if ((of !== 'block' && of !== 'state') || typeof height !== 'number' || !Array.isArray(hashes))
    throw new TypeError('expected what the fork is of, a height and hashes');
  const [followed, other]: unknown[] = hashes;
  if (typeof followed !== 'string' || typeof other !== 'string') throw new TypeError('expected two hashes');
  return { of, height, hashes: [followed, other] };
}

function readAccepted(value: unknown): [number, string] {
  const [height, hash]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof height !== 'number' || typeof hash !== 'string')
    throw new TypeError('expected a height and a hash');
  return [height, hash];
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Fork } from '../client/fork.js';
import { VerificationError } from '../errors/verification-error.js';
import { members } from '../list/read-diff.js';

/** Describes the forks that stopped a light client, and the blocks that its operator accepted. */
export interface ForkRecord {
  /** Forks that nobody decided yet. */
  readonly open: readonly Pick<Fork, 'height' | 'blocks'>[];
  /** Hashes of accepted blocks, by their heights. */
  readonly accepted: ReadonlyMap<number, string>;
}

const FILE_MODE = 0o600;

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
        return { open: [], accepted: new Map() };
      throw error;
    }
    try {
      const { open, accepted } = members(JSON.parse(text), 'forks');
      if (!Array.isArray(open) || !Array.isArray(accepted)) throw new TypeError('expected two lists');
      return { open: open.map(readFork), accepted: new Map(accepted.map(readAccepted)) };
    } catch (cause) {
      throw new VerificationError(
        'damaged-state',
        `${this.file} was changed: it must have the forks that stopped this gateway`,
        { cause },
      );
    }
  }

  /** Adds a fork that stopped the client. */
  async add({ height, blocks }: Fork): Promise<void> {
    const { open, accepted } = await this.read();
    await this.#write({ open: [...open, { height, blocks }], accepted });
  }

  /**
   * Accepts a block of a fork for good; the other one is never followed again. Returns the fork, `undefined` where no open one has the block.
   * @param hash of the block, in display order
   */
  async accept(hash: string): Promise<Pick<Fork, 'height' | 'blocks'> | undefined> {
    const { open, accepted } = await this.read();
    const fork = open.find(({ blocks }) => blocks.includes(hash));
    if (fork === undefined) return undefined;
    await this.#write({
      open: open.filter((other) => other.height !== fork.height),
      accepted: new Map([...accepted, [fork.height, hash]]),
    });
    return fork;
  }

  async #write({ open, accepted }: ForkRecord): Promise<void> {
    const draft = `${this.file}.${process.pid}.tmp`;
    await writeFile(draft, `${JSON.stringify({ open, accepted: [...accepted] }, undefined, 2)}\n`, {
      mode: FILE_MODE,
      flush: true,
    });
    await rename(draft, this.file);
  }
}

function readFork(value: unknown): Pick<Fork, 'height' | 'blocks'> {
  const { height, blocks } = members(value, 'fork');
  if (typeof height !== 'number' || !Array.isArray(blocks))
    throw new TypeError('expected a height and blocks');
  const [followed, other]: unknown[] = blocks;
  if (typeof followed !== 'string' || typeof other !== 'string') throw new TypeError('expected two hashes');
  return { height, blocks: [followed, other] };
}

function readAccepted(value: unknown): [number, string] {
  const [height, hash]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof height !== 'number' || typeof hash !== 'string')
    throw new TypeError('expected a height and a hash');
  return [height, hash];
}

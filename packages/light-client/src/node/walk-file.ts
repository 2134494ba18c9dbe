import { readFile, rm } from 'node:fs/promises';
import { checkpointId, readCheckpoint, writeCheckpoint, type Checkpoint } from '../checkpoint/checkpoint.js';
import { members } from '../list/read-diff.js';
import type { TrustedState } from '../walk/walk.js';
import { replaceFile } from './replace-file.js';

/** Keeps how far a walk from a checkpoint has come, in a file: a stop on the way does not begin it again. */
export class WalkFile {
  readonly #file: string;
  readonly #origin: Checkpoint;

  constructor(file: string, origin: Checkpoint) {
    this.#file = file;
    this.#origin = origin;
  }

  /** Returns the last state of a walk from this checkpoint; `undefined` where there is none, or a file with other contents. */
  async read(): Promise<TrustedState | undefined> {
    try {
      const { origin, reached } = members(JSON.parse(await readFile(this.#file, 'utf8')), 'walk');
      const { height, network } = this.#origin;
      const state = readCheckpoint(JSON.stringify(reached));
      return origin === checkpointId(this.#origin) && state.network === network && state.height > height
        ? state
        : undefined;
    } catch {
      // Without it the walk begins at the checkpoint.
      return undefined;
    }
  }

  /** Removes the state: the next walk begins at the checkpoint. @throws errors of the file system, except for a missing file */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Replaces the state. @throws errors of the file system */
  async write(state: TrustedState): Promise<void> {
    const reached: unknown = JSON.parse(writeCheckpoint(state));
    const text = `${JSON.stringify({ origin: checkpointId(this.#origin), reached }, undefined, 2)}\n`;
    await replaceFile(this.#file, text);
  }
}

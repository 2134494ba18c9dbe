import { readFile, rm } from 'node:fs/promises';
import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { VerificationError } from '../errors/verification-error.js';
import type { AcceptedHashes } from '../state/accepted-hashes.js';
import { readState, writeState, type ProvenState } from '../state/verified-state.js';
import { replaceFile } from './replace-file.js';

/** Describes what a start begins with: the stored state, or the checkpoint and the reason. */
export type StoredStart =
  | { readonly from: 'state'; readonly proven: ProvenState }
  | { readonly from: 'checkpoint'; readonly checkpoint: Checkpoint; readonly reason: string };

/** Stores the newest verified state in a file. One process writes it. */
export class StateFile {
  readonly #file: string;
  readonly #checkpoint: Checkpoint;

  /** @param file its folder must be there */
  constructor(file: string, checkpoint: Checkpoint) {
    this.#file = file;
    this.#checkpoint = checkpoint;
  }

  /**
   * Reads the state and verifies all of it again; without one that verifies, the start is the checkpoint.
   * @param accepted the hashes that are accepted after forks now: a state that was written with other blocks is none, and one with other states has none of the platform
   * @throws errors of the file system, except for a missing file
   */
  async read(accepted?: AcceptedHashes): Promise<StoredStart> {
    try {
      const text = await readFile(this.#file, 'utf8');
      const { verifyMasternodes, ...proven } = readState(text, this.#checkpoint, accepted);
      await verifyMasternodes?.();
      return { from: 'state', proven };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { from: 'checkpoint', checkpoint: this.#checkpoint, reason };
    }
  }

  /** Removes the state: the next start begins with the checkpoint. @throws errors of the file system, except for a missing file */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Replaces the state, all or nothing: after a crash the file has the old or the new one. @throws errors of the file system */
  async write(proven: ProvenState, accepted?: AcceptedHashes): Promise<void> {
    await replaceFile(this.#file, writeState(proven, this.#checkpoint, accepted));
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof VerificationError) return `${error.reason}: ${error.message}`;
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing ? 'there is no stored state yet' : undefined;
}

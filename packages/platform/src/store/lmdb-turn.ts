import { randomBytes } from 'node:crypto';
import type { RootDatabase } from 'lmdb';

/** Whose turn it is, and until when. Below every key of the platform. */
const TURN_KEY = Uint8Array.of(0, 0);
/** Milliseconds for which others leave the file to the writer that requested a turn. */
const TURN_MS = 10_000;

const ID_BYTES = 8;
const TURN = { pid: ID_BYTES, until: ID_BYTES + 4, end: ID_BYTES + 12 };

/**
 * Represents a turn to write to a file that several processes write to: others come first again and again where their writes are quick and
 * one’s own is not. It is noted in the file and holds no lock: that of one who is gone, or takes too long, does not count.
 */
export class WriteTurn {
  readonly #id = randomBytes(ID_BYTES);
  #isAsked = false;

  constructor(private readonly database: RootDatabase<Buffer, Uint8Array>) {}

  /** Returns whether it is that of another writer now. */
  isOfAnother(turn = this.database.get(TURN_KEY)): boolean {
    if (turn?.length !== TURN.end || turn.subarray(0, ID_BYTES).equals(this.#id)) return false;
    const left = Number(turn.readBigUInt64BE(TURN.until)) - Date.now();
    return left > 0 && left <= TURN_MS && isAlive(turn.readUInt32BE(TURN.pid));
  }

  /** Asks for it again, unless it is that of another. */
  ask(): void {
    this.database.transactionSync(() => {
      if (this.isOfAnother()) return;
      const turn = Buffer.alloc(TURN.end);
      turn.set(this.#id);
      turn.writeUInt32BE(process.pid, TURN.pid);
      turn.writeBigUInt64BE(BigInt(Date.now() + TURN_MS), TURN.until);
      this.database.putSync(TURN_KEY, turn);
      this.#isAsked = true;
    });
  }

  /** Yields it to others if they requested it. */
  end(): void {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    try {
      this.database.transactionSync(() => {
        if (!this.isOfAnother()) this.database.removeSync(TURN_KEY);
      });
    } catch {
      // It ends by itself.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // That of another user may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

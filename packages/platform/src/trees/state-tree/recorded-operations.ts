import type { GroveOperation } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { decodeOperations } from './operation-list.js';

/** Largest size of the operations in memory, as a store has them: those of some thousand small blocks, more than the trees ever lack. */
const MAX_BYTES = 8 * 1024 * 1024;

interface Recorded {
  readonly bytes: Uint8Array;
  readonly operations: readonly GroveOperation[];
}

/** Operations that blocks of this process have recorded, until the trees have them: decoding costs as much as applying some. */
export class RecordedOperations {
  readonly #byKey = new Map<string, Recorded>();
  #size = 0;

  /** Notes the operations of a block. @param key of the store @param bytes what it will have there if the block is stored */
  note(key: Uint8Array, bytes: Uint8Array, operations: readonly GroveOperation[]): void {
    const name = bytesKey(key);
    this.#drop(name);
    this.#byKey.set(name, { bytes, operations });
    this.#size += bytes.length;
    for (const oldest of this.#byKey.keys()) {
      if (this.#size <= MAX_BYTES) return;
      this.#drop(oldest);
    }
  }

  /** Returns the operations that bytes of the store are. They are forgotten then. @throws {DecodeError} when the bytes are damaged */
  take(key: Uint8Array, bytes: Uint8Array): readonly GroveOperation[] {
    const name = bytesKey(key);
    const known = this.#byKey.get(name);
    this.#drop(name);
    // A block that was noted may have failed, and another process may have made one of its height.
    if (known !== undefined && compareBytes(known.bytes, bytes) === 0) return known.operations;
    return decodeOperations(bytes);
  }

  #drop(name: string): void {
    this.#size -= this.#byKey.get(name)?.bytes.length ?? 0;
    this.#byKey.delete(name);
  }
}

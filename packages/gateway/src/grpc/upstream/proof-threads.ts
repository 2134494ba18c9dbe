import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type { ProofTask, ProofVerdict } from './proof-thread.js';
import { GatewayError } from '../../errors/gateway-error.js';

/** Beside the thread of the event loop. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Verifications that wait for a thread; one more is not checked. */
const MAX_WAITING = 256;
const MAX_VERIFICATION_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Always the compiled file: a thread cannot load TypeScript, which tests run from. */
const WORKER = new URL('../../../dist/grpc/upstream/proof-thread.js', import.meta.url).href;

/** Reports that a proof was not verified for want of threads or time: nothing is known about the proof. */
export class ProofThreadsBusyError extends GatewayError {
  override readonly name = 'ProofThreadsBusyError';
}

/** Verifies proofs in threads, so that a proof delays no other request. Idle threads end by themselves. */
export class ProofThreads {
  #pool: Tinypool | undefined;

  /** @throws {ProofThreadsBusyError} (rejects) when too many verifications wait, or one takes too long */
  async verify(task: ProofTask): Promise<ProofVerdict> {
    const pool = (this.#pool ??= new Tinypool({
      filename: WORKER,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_TIMEOUT_MS,
    }));
    if (pool.queueSize >= MAX_WAITING) throw new ProofThreadsBusyError('too many proofs wait');
    const signal = AbortSignal.timeout(MAX_VERIFICATION_MS);
    try {
      const verdict: ProofVerdict = await pool.run(task, { signal });
      return verdict;
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new ProofThreadsBusyError('the proof was not verified in time', { cause: error });
    }
  }
}

/** Defines the threads of this process, whatever number of gateways it has. */
export const proofThreads = new ProofThreads();

import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { GatewayError } from '../../base/gateway-error.js';
import type {
  ContractTask,
  MeasuredVerdict,
  ProofTask,
  ProofVerdict,
  ProvenContract,
} from './proof-thread.js';

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
  #open = 0;

  /**
   * Verifies a proof.
   * @param charge called with the milliseconds that it took its thread, without those in which it waited for one
   * @throws {ProofThreadsBusyError} (rejects) when too many verifications wait, or one takes too long
   */
  async verify(task: ProofTask, charge: (milliseconds: number) => void): Promise<ProofVerdict> {
    const isFirst = this.#open < MAX_THREADS;
    try {
      const { verdict, milliseconds } = await this.#run<MeasuredVerdict>('default', task);
      charge(milliseconds);
      return verdict;
    } catch (error) {
      // Where it had to wait for others, nobody knows how long it took.
      if (isFirst && error instanceof ProofThreadsBusyError) charge(MAX_VERIFICATION_MS);
      throw error;
    }
  }

  /**
   * Verifies a response of getDataContract.
   * @throws {ProofThreadsBusyError} (rejects) as {@link verify} @throws {Error} (rejects) where the proof does not pass
   */
  async verifyContract(task: ContractTask): Promise<ProvenContract> {
    return this.#run('verifyContract', task);
  }

  async #run<Result>(name: string, task: object): Promise<Result> {
    const pool = (this.#pool ??= new Tinypool({
      filename: WORKER,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_TIMEOUT_MS,
    }));
    if (pool.queueSize >= MAX_WAITING) throw new ProofThreadsBusyError('too many proofs wait');
    const signal = AbortSignal.timeout(MAX_VERIFICATION_MS);
    this.#open += 1;
    try {
      const result: Result = await pool.run(task, { name, signal });
      return result;
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new ProofThreadsBusyError('the proof was not verified in time', { cause: error });
    } finally {
      this.#open -= 1;
    }
  }
}

/** Defines the threads of this process, whatever number of gateways it has. */
export const proofThreads = new ProofThreads();

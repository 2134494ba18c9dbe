import { availableParallelism } from 'node:os';
import {
  checkContract,
  type ContractCheck as PlatformCheck,
  type ContractVerdict,
} from '@dapikit/platform/check-contract';
import { Tinypool } from 'tinypool';
import { ProblemError } from '../../base/http/problem-error.js';
import { contractVerdictJson, type ContractCheck } from './contract-verdict-json.js';

/** Bounds on checks at once. */
export interface ContractCheckLimits {
  readonly maxThreads: number;
  /** Checks that wait for a thread; one more is rejected. */
  readonly maxWaiting: number;
}

const DEFAULT_LIMITS: ContractCheckLimits = {
  maxThreads: Math.min(2, availableParallelism()),
  maxWaiting: 16,
};

/** A hostile contract of this length takes less than 10 ms; a thread costs as much for a small one. */
const MAX_INLINE_LENGTH = 8 * 1024;

const IDLE_TIMEOUT_MS = 30_000;

/** Always the compiled file: a thread cannot load TypeScript, which tests run from. */
const WORKER = new URL('../../../dist/http-api/routes/contract-worker.js', import.meta.url).href;

/** Checks contracts, long ones in threads, so that a check delays no other request. Idle threads end by themselves. */
export class ContractChecks {
  readonly #limits: ContractCheckLimits;
  #pool: Tinypool | undefined;

  constructor(limits: ContractCheckLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Returns the verdict on a contract as JSON.
   * @throws {ProblemError} 503 when too many checks wait; what the thread ended with, when it did. The next check starts another one.
   */
  async check(check: ContractCheck): Promise<string> {
    if (check.text.length <= MAX_INLINE_LENGTH) return contractVerdictJson(check);
    const pool = (this.#pool ??= this.#start());
    if (pool.queueSize >= this.#limits.maxWaiting) throw BUSY;
    const verdict: string = await pool.run(check);
    return verdict;
  }

  /** Judges a contract as a platform does. It waits for a thread, however many wait. */
  async judge(check: PlatformCheck): Promise<ContractVerdict> {
    const length = lengthUpTo(check.contract, MAX_INLINE_LENGTH - (check.registered?.length ?? 0));
    if (length === undefined) {
      const verdict: ContractVerdict = await (this.#pool ??= this.#start()).run(check, {
        name: 'judgeContract',
      });
      return verdict;
    }
    return checkContract(check);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }

  #start(): Tinypool {
    const { maxThreads } = this.#limits;
    return new Tinypool({ filename: WORKER, minThreads: 0, maxThreads, idleTimeout: IDLE_TIMEOUT_MS });
  }
}

/** Returns about how long the JSON text of a value is; `undefined` where that is beyond a limit. */
function lengthUpTo(value: unknown, limit: number): number | undefined {
  let length = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && length <= limit) {
    const next = waiting.pop();
    if (typeof next === 'string') length += next.length;
    if (typeof next === 'object' && next !== null)
      for (const [name, member] of Object.entries(next)) {
        length += name.length + 1;
        if (length > limit) return undefined;
        waiting.push(member);
      }
    length += 1;
  }
  return length > limit ? undefined : length;
}

/** Defines the checks of this process, whatever number of gateways it has. */
export const contractChecks = new ContractChecks();

const BUSY = new ProblemError(503, 'Too many contract checks are waiting', {
  reason: 'contract-checks-busy',
  fix: 'Try again later.',
});

import type { NodeRejectionError } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { CorePoolLimits } from './core-pool-options.js';
import { noAnswer } from './no-answer.js';

/** Bounds on the wait for the response to a transaction, in milliseconds. */
export type DeliveryLimits = Pick<CorePoolLimits, 'callTimeout' | 'rejectionPatience'>;

/** Derives the one response to a transaction from what its nodes answer, one after the other. */
export class Delivery {
  readonly response: Promise<string>;
  readonly #rejectionPatience: number;
  readonly #deadline: NodeJS.Timeout;
  readonly #rejections: NodeRejectionError[] = [];
  readonly #failures: NodeUnavailableError[] = [];
  #patience: NodeJS.Timeout | undefined;
  #isSettled = false;
  #isAccepted = false;
  #resolve: (txid: string) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor({ callTimeout, rejectionPatience }: DeliveryLimits) {
    this.#rejectionPatience = rejectionPatience;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#deadline = setTimeout(() => {
      this.#failures.push(new NodeUnavailableError(`no answer in ${callTimeout} ms`, 'timeout'));
      this.giveUp();
    }, callTimeout);
  }

  /** Returns whether its caller knows that no node accepts the transaction: then no further node gets it. */
  get isGivenUp(): boolean {
    return this.#isSettled && !this.#isAccepted;
  }

  accept(txid: string): void {
    if (this.#isSettled) return;
    this.#isAccepted = true;
    this.#settle();
    this.#resolve(txid);
  }

  reject(rejection: NodeRejectionError): void {
    this.#rejections.push(rejection);
    if (!this.#isSettled) this.#patience ??= setTimeout(() => this.giveUp(), this.#rejectionPatience);
  }

  fail(failure: NodeUnavailableError): void {
    this.#failures.push(failure);
  }

  /** Rejects with `error`; unless given with the best rejection, or with the failures of the nodes. Does nothing once it is settled. */
  giveUp(error?: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    const known = this.#rejections.find(({ code }) => code === RPC_ERROR_CODES.verifyAlreadyInChain);
    this.#reject(error ?? known ?? this.#rejections[0] ?? noAnswer(this.#failures));
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#patience);
  }
}

import type { CallOptions } from '@dapikit/chain';

/** Where an answer came from: memory; a node; memory, because no node answers. */
export type AnswerSource = 'hit' | 'miss' | 'stale';

const BADNESS: Readonly<Record<AnswerSource, number>> = { hit: 0, miss: 1, stale: 2 };

/**
 * Where the answers to one request came from: what is told of a batch holds for each of its answers. So `stale` wins over `miss`,
 * and that over `hit`; a batch is final when all of it is.
 */
export class Provenance {
  #source: AnswerSource | undefined;
  #isFinal = true;
  #blockAge: number | undefined;

  /** `undefined` where nothing of the request was asked of layer 1. */
  get source(): AnswerSource | undefined {
    return this.#source;
  }

  /** Whether every answer is about blocks that will not be reorganised. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** How long the newest block has been known, in milliseconds; `undefined` where none is. */
  get blockAge(): number | undefined {
    return this.#blockAge;
  }

  add(source: AnswerSource, isFinal: boolean, blockAge: number | undefined): void {
    if (this.#source === undefined || BADNESS[source] > BADNESS[this.#source]) this.#source = source;
    this.#isFinal &&= isFinal;
    this.#blockAge = blockAge ?? this.#blockAge;
  }
}

/** How a method calls layer 1 for a request: layer 1 tells the request where the answer came from, if it knows. */
export interface TracedCall extends CallOptions {
  readonly provenance?: Provenance | undefined;
}

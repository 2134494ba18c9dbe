import type { CallOptions } from '@dapikit/chain';

/** Names the source of a response: the cache; a node; the cache, because no node responds. */
export type AnswerSource = 'hit' | 'miss' | 'stale';

const BADNESS: Readonly<Record<AnswerSource, number>> = { hit: 0, miss: 1, stale: 2 };

/**
 * Records where the responses to one request came from: the source of a batch applies to each of its responses. So `stale` wins over `miss`,
 * and that over `hit`; a batch is final when all of it is.
 */
export class Provenance {
  #source: AnswerSource | undefined;
  #isFinal = true;
  #blockAge: number | undefined;

  /** Returns the source of the response; `undefined` where layer 1 got no request. */
  get source(): AnswerSource | undefined {
    return this.#source;
  }

  /** Returns whether every response is about blocks that will not be reorganised. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** Returns for how many milliseconds the newest block has been known; `undefined` where none is. */
  get blockAge(): number | undefined {
    return this.#blockAge;
  }

  add(source: AnswerSource, isFinal: boolean, blockAge: number | undefined): void {
    if (this.#source === undefined || BADNESS[source] > BADNESS[this.#source]) this.#source = source;
    this.#isFinal &&= isFinal;
    this.#blockAge = blockAge ?? this.#blockAge;
  }
}

/** Describes the options of a method's call to layer 1, which records the source of the response, if it is known. */
export interface TracedCall extends CallOptions {
  readonly provenance?: Provenance | undefined;
}

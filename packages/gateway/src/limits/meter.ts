import type { Eventually } from '@dapikit/chain';
import type { Refusal } from '../server/refusals.js';

/** What a request is charged on. */
export interface Meter {
  /** What can be charged at once at most. */
  readonly most: number;
  /** Whether who is charged gave an API key. */
  readonly hasKey: boolean;
  /** @throws {Refused} (or rejects with it) when the client has not so much left. Then nothing is charged. */
  charge(cost: number): Eventually<void>;
}

/** A request that is not carried out, in the course of which that became clear. */
export class Refused extends Error {
  override readonly name = 'Refused';

  /** @param answer the body of the answer to a request over JSON-RPC; `undefined` where none is to be given */
  constructor(
    readonly refusal: Refusal,
    readonly answer: string | undefined,
  ) {
    super('the request was refused');
  }
}

import type { Eventually } from '@dapikit/chain';
import type { Rejection } from '../../base/http/rejections.js';
import { GatewayError } from '../../base/gateway-error.js';

/** Charges a request. */
export interface Meter {
  /** Maximum cost of one charge. */
  readonly max: number;
  /** True if the charged client gave an API key. */
  readonly hasKey: boolean;
  /** Charges a cost. @throws {RequestRejectedError} (or rejects with it) when the client has fewer units left; nothing is charged then. */
  charge(cost: number): Eventually<void>;
  /** Charges units for work already done, or all that remain. */
  spend(cost: number): void;
  /** Returns why a request of this cost is rejected now, without taking anything; `undefined` if it is not. */
  rejectionOf(cost: number): Rejection | undefined;
}

/** Reports a request that is not carried out, in the course of which that became clear. */
export class RequestRejectedError extends GatewayError {
  override readonly name = 'RequestRejectedError';

  /** @param answer the body of the answer to a request over JSON-RPC; `undefined` where none is to be given */
  constructor(
    readonly rejection: Rejection,
    readonly answer: string | undefined,
  ) {
    super('the request was rejected');
  }
}

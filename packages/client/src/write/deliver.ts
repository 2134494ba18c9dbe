import { ClientError } from '../error/client-error.js';
import { sdkMessage } from '../error/sdk-error.js';
import { within } from './within.js';

/** Sends transitions, and waits for their results. */
export interface Delivery<Transition, Result> {
  broadcastStateTransition(transition: Transition): Promise<unknown>;
  /** Waits for the verified result of a block. */
  waitForResponse(transition: Transition): Promise<Result>;
  /** Reads, verified, the result of a transition that was executed already; `undefined` where it was not, as far as the network shows. */
  findExecuted(transition: Transition): Promise<Result | undefined>;
}

/** Broadcasts of the same bytes, until the platform has answered. */
const MAX_ATTEMPTS = 4;
/** Time in which the network shows whether a transition was executed whose nonce is used. evo-sdk asks for more than a minute where it was not. */
const MAX_FIND_MS = 10_000;

/**
 * Sends a signed transition until the platform has answered, and resolves with its verified result. The same bytes are sent again, so that nothing is written twice.
 *
 * Bytes that come again after they were executed are rejected for their nonce, and the SDK sends them again by itself where it gets no answer. So a rejection of a broadcast
 * is one only where the state shows that the bytes were not executed.
 * @param rejectionOf returns the rejection that an error of the SDK tells, if it tells one.
 * @throws {ClientError} (rejects) with the rejection, or when the platform does not answer.
 */
export async function deliver<Transition, Result>(
  transition: Transition,
  delivery: Delivery<Transition, Result>,
  rejectionOf: (error: unknown) => Promise<ClientError | undefined>,
): Promise<Result> {
  let rejection: ClientError | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await delivery.broadcastStateTransition(transition);
    } catch (error) {
      // Another error says nothing: the bytes may have arrived.
      rejection = (await rejectionOf(error)) ?? rejection;
      if (rejection !== undefined && attempt === 1) return executedOr(rejection, transition, delivery);
    }
    try {
      return await delivery.waitForResponse(transition);
    } catch (error) {
      const rejected = await rejectionOf(error);
      if (rejected !== undefined) throw rejected;
      if (attempt >= MAX_ATTEMPTS) return executedOr(lost(rejection ?? error), transition, delivery);
    }
  }
}

/** Returns the result of a transition that was executed all the same; throws the error of one that was not, or of which that cannot be read. */
async function executedOr<Transition, Result>(
  error: ClientError,
  transition: Transition,
  delivery: Delivery<Transition, Result>,
): Promise<Result> {
  let executed: Result | undefined;
  try {
    executed = await within(MAX_FIND_MS, delivery.findExecuted(transition));
  } catch {
    throw error;
  }
  if (executed === undefined) throw error;
  return executed;
}

const lost = (cause: unknown): ClientError =>
  new ClientError(`the platform did not answer, and the write may still be executed: ${sdkMessage(cause)}`, {
    cause,
  });

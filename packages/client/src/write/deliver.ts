import { ClientError } from '../error/client-error.js';
import { sdkMessage } from '../error/sdk-error.js';

/** Sends transitions, and waits for their results, as `sdk.stateTransitions` does. */
export interface Delivery<Transition, Result> {
  broadcastStateTransition(transition: Transition): Promise<unknown>;
  waitForResponse(transition: Transition): Promise<Result>;
}

/** Broadcasts of the same bytes, until the platform has answered. */
const MAX_ATTEMPTS = 4;

/**
 * Sends a signed transition until the platform has answered, and resolves with its verified result. The same bytes are sent again, so that nothing is written twice.
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
      // Bytes that were executed are rejected for their nonce when they come again. Another error says nothing: they may have arrived.
      rejection = (await rejectionOf(error)) ?? rejection;
      if (rejection !== undefined && attempt === 1) throw rejection;
    }
    try {
      return await delivery.waitForResponse(transition);
    } catch (error) {
      const rejected = await rejectionOf(error);
      if (rejected !== undefined) throw rejected;
      if (attempt >= MAX_ATTEMPTS) throw lost(rejection ?? error);
    }
  }
}

const lost = (cause: unknown): ClientError =>
  new ClientError(`the platform did not answer, and the write may still be executed: ${sdkMessage(cause)}`, {
    cause,
  });

import { ClientError } from './client-error.js';

/** Reports an error of evo-sdk, whose own errors have no text where Node prints them. */
export class SdkError extends ClientError {
  override readonly name = 'SdkError';
}

/** Waits for a call of evo-sdk. @throws {SdkError} (rejects) with its message, and its error as the cause; errors of this package stay as they are. */
export async function fromSdk<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ClientError) throw error;
    throw new SdkError(sdkMessage(error), { cause: error });
  }
}

/** Returns the message of an error of evo-sdk, which is no `Error`. */
export const sdkMessage = (error: unknown): string => String(Reflect.get(Object(error), 'message') ?? error);

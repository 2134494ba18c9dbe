import { NodeRejectionError } from '../src/layer1/layer1.js';

/** What Dash Core would answer: the result of `call`, or the error object of its rejection. */
export function answerTo(call: () => unknown): CoreAnswer {
  try {
    return { result: call(), error: null };
  } catch (error) {
    return rejectionAnswer(error);
  }
}

/** As `answerTo`, of a call that is being made. */
export async function eventualAnswer(call: Promise<unknown>): Promise<CoreAnswer> {
  try {
    return { result: await call, error: null };
  } catch (error) {
    return rejectionAnswer(error);
  }
}

interface CoreAnswer {
  readonly result: unknown;
  readonly error: unknown;
}

function rejectionAnswer(error: unknown): CoreAnswer {
  if (!(error instanceof NodeRejectionError)) throw error;
  return { result: null, error: { code: error.code, message: error.message } };
}

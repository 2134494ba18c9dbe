import { NodeRefusal } from '../src/layer1.js';

/** What Dash Core would answer: the result of `call`, or the error object of its refusal. */
export function answerTo(call: () => unknown): CoreAnswer {
  try {
    return { result: call(), error: null };
  } catch (error) {
    return refusalAnswer(error);
  }
}

/** As `answerTo`, of a call that is being made. */
export async function eventualAnswer(call: Promise<unknown>): Promise<CoreAnswer> {
  try {
    return { result: await call, error: null };
  } catch (error) {
    return refusalAnswer(error);
  }
}

interface CoreAnswer {
  readonly result: unknown;
  readonly error: unknown;
}

function refusalAnswer(error: unknown): CoreAnswer {
  if (!(error instanceof NodeRefusal)) throw error;
  return { result: null, error: { code: error.code, message: error.message } };
}

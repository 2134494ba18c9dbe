import { NodeRefusal } from '../src/layer1.js';

/** What Dash Core would answer: the result of `call`, or the error object of its refusal. */
export function answerTo(call: () => unknown): { readonly result: unknown; readonly error: unknown } {
  try {
    return { result: call(), error: null };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { result: null, error: { code: error.code, message: error.message } };
  }
}

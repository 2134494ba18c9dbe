import { checkObject } from './read-input.js';

/**
 * Returns the same transitions, which reject an input that is no object before they read its members. Where a transition has an
 * input that may be left out, it still may.
 */
export function requireObjects<Operations extends object>(operations: Operations): Operations {
  const guarded = Object.entries(operations).map(([name, operation]: [string, Operation]) => [
    name,
    // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
    async (input?: unknown) => {
      if (input !== undefined || operation.length > 0) checkObject(input, `the input of ${name}`);
      return operation(input);
    },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each has the name and the input that it had
  return Object.fromEntries(guarded) as Operations;
}

type Operation = (input?: unknown) => unknown;

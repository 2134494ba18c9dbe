/** Counts the turns of the event loop until a promise is fulfilled. */
export async function turnsOf<T>(
  promise: Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  let immediate = setImmediate(function count() {
    turns += 1;
    immediate = setImmediate(count);
  });
  try {
    return { result: await promise, turns };
  } finally {
    clearImmediate(immediate);
  }
}

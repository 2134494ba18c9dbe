/** Returns the result of some work; `undefined` where it takes longer than so many milliseconds. The work is not cancelled. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

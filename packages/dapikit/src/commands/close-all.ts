/**
 * Closes parts one after the other, each of them whatever happened to those before.
 * @param parts what closes each part
 * @param onError reports the error of a part
 * @returns whether all of them closed without an error
 */
export async function closeAll(
  parts: readonly (() => unknown)[],
  onError: (error: unknown) => void,
): Promise<boolean> {
  let isClean = true;
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      isClean = false;
      onError(error);
    }
  }
  return isClean;
}

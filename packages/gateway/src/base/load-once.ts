/** Returns a function that loads something once for all callers, and again for the next one after a failure. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return async () => {
    const current = (loading ??= load());
    try {
      return await current;
    } catch (error) {
      if (loading === current) loading = undefined;
      throw error;
    }
  };
}

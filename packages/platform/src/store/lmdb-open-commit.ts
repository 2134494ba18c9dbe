/** Commits of many entries that are open in this process, by file. */
const openCommits = new Map<string, Promise<unknown>>();

/** Returns whether a commit of many entries is open: a reader of this process would see what it has stored so far. */
export const isCommitOpen = (file: string): boolean => openCommits.has(file);

/** Waits for all commits of many entries that are open. One may be open again when it returns: ask {@link isCommitOpen}. */
export async function afterOpenCommit(file: string): Promise<void> {
  await openCommits.get(file);
}

/** Runs a commit of many entries, which gives way to other work. Those who read or write the file in this process wait for it. */
export async function runOpenCommit<Result>(file: string, commit: () => Promise<Result>): Promise<Result> {
  const running = commit();
  openCommits.set(file, Promise.allSettled([running]));
  try {
    return await running;
  } finally {
    openCommits.delete(file);
  }
}

import type { Verification } from '../src/api/verify-state.js';

/** What `verify` returns of a store without differences. */
export const NO_DIFFERENCES: Verification = {
  ok: true,
  entries: [],
  documents: [],
  unreadable: [],
  contests: [],
};

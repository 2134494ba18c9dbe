// Written by `dapikit generate`: a change here is lost at the next run.

import type { DocumentShape } from '@dapikit/client';

/** Document types by name. */
export const SHAPES = {
  note: {
    name: "note",
    keyLevel: 2,
    fields: [
      { name: "text", kind: "text" },
    ],
    prices: {},
    queries: {},
  } satisfies DocumentShape,
};

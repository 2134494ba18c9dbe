// Written by `dapikit generate`: a change here is lost at the next run.

import type { DocumentShape } from '@dapikit/client';

/** Document types by name. */
export const SHAPES = {
  offer: {
    name: "offer",
    keyLevel: 2,
    fields: [
      { name: "topic", kind: "text" },
      { name: "seller", kind: "identifier" },
      { name: "code", kind: "bytes" },
      { name: "size", kind: "bigint" },
      { name: "level", kind: "integer" },
      {
        name: "about",
        kind: "object",
        fields: [
          { name: "text", kind: "text" },
          { name: "picture", kind: "bytes" },
        ],
      },
    ],
    prices: {},
    queries: {
      byCode: {
        name: "byCode",
        fields: [
          { path: "code", kind: "bytes", isRequired: true },
        ],
      },
      bySize: {
        name: "bySize",
        fields: [
          { path: "size", kind: "bigint", isRequired: true, bits: 64 },
          { path: "level", kind: "integer", isRequired: false, lowest: -128n },
        ],
      },
      byTopic: {
        name: "byTopic",
        fields: [
          { path: "topic", kind: "text", isRequired: true },
          { path: "$createdAt", kind: "time", isRequired: true },
        ],
      },
      bySeller: {
        name: "seller",
        fields: [
          { path: "seller", kind: "identifier", isRequired: true },
        ],
      },
    },
  } satisfies DocumentShape,
  vote: {
    name: "vote",
    keyLevel: 2,
    fields: [
      { name: "poll", kind: "text" },
      { name: "weight", kind: "integer" },
    ],
    summed: "weight",
    prices: {},
    queries: {
      byPoll: {
        name: "byPoll",
        fields: [
          { path: "poll", kind: "text", isRequired: true },
        ],
        summed: "weight",
      },
      byWeight: {
        name: "byWeight",
        fields: [
          { path: "weight", kind: "integer", isRequired: true, bits: 16 },
        ],
      },
    },
  } satisfies DocumentShape,
};

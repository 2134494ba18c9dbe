import type { ExtendedParts } from './extended-parts.js';

/** Describes what came with protocol 14: says nothing until `@dapikit/contract/protocol-14` is loaded. */
export let extendedParts: ExtendedParts = {
  describeType: () => ({}),
  describeIndex: () => ({}),
  describeContract: () => ({}),
};

/** Adds the descriptions of protocol 14. */
export const addExtendedDescription = (parts: ExtendedParts): void => {
  extendedParts = parts;
};

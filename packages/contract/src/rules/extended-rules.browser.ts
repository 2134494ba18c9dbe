import type { ExtendedRules } from './extended-families.js';

const NONE: ExtendedRules = {
  source: [],
  contract: [],
  'document-type': [],
  property: [],
  index: [],
  'whole-type': [],
  'whole-contract': [],
  group: [],
  token: [],
};

/** Lists the rules of the extended language by subject: none until `@dapikit/contract/protocol-14` is loaded. */
export let EXTENDED_RULES: ExtendedRules = NONE;

/** Returns whether the rules of the extended language are there. */
export const hasExtendedRules = (): boolean => EXTENDED_RULES !== NONE;

/** Adds the rules of the extended language. */
export const addExtendedRules = (rules: ExtendedRules): void => {
  EXTENDED_RULES = rules;
};

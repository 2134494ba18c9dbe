import type { DescribeRules } from './described-rules.js';

let describe: DescribeRules = () => ({});

/** Describes the rules of a document type as sentences: none until `@dapikit/contract/protocol-14` is loaded. */
export const describeOwnRules: DescribeRules = (...args) => describe(...args);

/** Adds the description of rules. */
export const addRuleDescriptions = (added: DescribeRules): void => {
  describe = added;
};

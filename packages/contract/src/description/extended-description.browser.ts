import type { DescribeRules } from './extended-description.js';

/** Describes the rules of a type: says nothing until `@dapikit/contract/protocol-14` is loaded. */
export let describeExtendedRules: DescribeRules = () => ({});

/** Adds the description of rules. */
export const addExtendedDescription = (describe: DescribeRules): void => {
  describeExtendedRules = describe;
};

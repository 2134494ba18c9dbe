import { describeRules } from './describe-rules.js';

/** Describes the rules of a document type. In browsers `described-rules.browser.ts` takes the place of this module. */
export type DescribeRules = typeof describeRules;

/** Describes the rules of a document type as sentences. */
export const describeOwnRules: DescribeRules = describeRules;

/** Adds the description of rules. Outside of browsers it is there from the start. */
export const addRuleDescriptions = (_: DescribeRules): void => undefined;

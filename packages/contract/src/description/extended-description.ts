import { describeRules } from './describe-rules.js';

/** Describes the rules of a document type as sentences. */
export type DescribeRules = typeof describeRules;

/** Describes the rules of a type. In browsers `extended-description.browser.ts` takes the place of this module. */
export const describeExtendedRules: DescribeRules = describeRules;

/** Adds the description of rules. Outside of browsers it is there from the start. */
export const addExtendedDescription: (describe: DescribeRules) => void = () => undefined;

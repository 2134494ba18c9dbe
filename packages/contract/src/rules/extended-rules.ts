import { EXTENDED_FAMILIES, type ExtendedRules } from './extended-families.js';

/** Lists the rules of the extended language by subject. In browsers `extended-rules.browser.ts` takes the place of this module. */
export const EXTENDED_RULES: ExtendedRules = EXTENDED_FAMILIES;

/** Returns whether the rules of the extended language are there. */
export const hasExtendedRules = (): boolean => true;

/** Adds the rules of the extended language. Outside of browsers they are there from the start. */
export const addExtendedRules: (rules: ExtendedRules) => void = () => undefined;

import { EXTENDED_PARTS, type ExtendedParts } from './extended-parts.js';

/** Describes what came with protocol 14. In browsers `extended-description.browser.ts` takes the place of this module. */
export const extendedParts: ExtendedParts = EXTENDED_PARTS;

/** Adds the descriptions of protocol 14. Outside of browsers they are there from the start. */
export const addExtendedDescription: (parts: ExtendedParts) => void = () => undefined;

import type { Property } from '../model/property.js';

/** The types that a property may have. */
export const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

export { IDENTIFIER_MEDIA } from '../model/identifier.js';

/** Whether the closed list of keywords holds: not for a property that has the name of a system property, nor inside it. */
export const isClosed = ({ isOpen }: Property): boolean => !isOpen;

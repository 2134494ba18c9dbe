import type { Property } from '../model/contract-model.js';

/** Lists the types of a property. */
export const PROPERTY_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/**
 * Returns whether only keywords of the platform are allowed: not for a property with a system name, nor inside it.
 */
export const isClosed = ({ isOpen }: Property): boolean => !isOpen;

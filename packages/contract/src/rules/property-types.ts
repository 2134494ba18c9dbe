import type { Property } from '../model/property.js';

/** The types that a property may have. */
export const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** The media type that makes a byte array an identifier. */
export const IDENTIFIER_MEDIA = 'application/x.dash.dpp.identifier';

/** Whether the closed list of keywords holds: not for a property that has the name of a system property. */
export const isClosed = ({ place }: Property): boolean => place !== 'system';

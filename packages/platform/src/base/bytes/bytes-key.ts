import { asBuffer } from './as-buffer.js';

/** Returns text that is the same for the same identifier, for maps and sets. It is not for people: that is `identifierText`. */
export const identifierKey = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1');

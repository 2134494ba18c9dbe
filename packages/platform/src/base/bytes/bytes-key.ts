import { asBuffer } from './as-buffer.js';

/** Returns text that is the same for the same bytes, for maps and sets. It is not for people: that is `identifierText`. */
export const bytesKey = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1');

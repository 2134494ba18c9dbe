import type { ProtocolRules } from '../protocol/protocol-rules.js';

const NAME = /^[A-Za-z0-9_]{1,64}$/;
const OLD_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns whether a text can be the name of a document type, a property or a definition. */
export const isName = (text: string, { extendedLanguage }: ProtocolRules): boolean =>
  (extendedLanguage ? NAME : OLD_NAME).test(text);

/** Says what a name consists of. */
export const describeName = ({ extendedLanguage }: ProtocolRules): string =>
  extendedLanguage ? '1 to 64 letters, digits and "_"' : '1 to 64 letters, digits, "_" and "-"';

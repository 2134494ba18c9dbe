import { BINARY_PROPERTIES, CATEGORIES, normalizeName, SCRIPTS, VALUED_PROPERTIES } from './unicode-names.js';

/** Returns whether the platform's engine has a Unicode class, such as that of `\p{Greek}`. */
export function isUnicodeClass(name: string): boolean {
  const parts = /^(.*?)(?:!=|:|=)(.*)$/s.exec(name);
  if (parts === null) {
    const plain = normalizeName(name);
    return CATEGORIES.has(plain) || SCRIPTS.has(plain) || BINARY_PROPERTIES.has(plain);
  }
  const values = VALUED_PROPERTIES.get(normalizeName(parts[1] ?? ''));
  return values?.has(normalizeName(parts[2] ?? '')) === true;
}

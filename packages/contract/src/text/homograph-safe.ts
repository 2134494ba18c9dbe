const HOMOGRAPHS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Returns a text in which the letters from A to Z are small. */
export const toLowerAscii = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns a text with small letters and without those that look like others, as names of Dash are compared: `Lil-Olive` becomes `111-011ve`. */
export const homographSafe = (text: string): string =>
  toLowerAscii(text).replaceAll(/[oil]/g, (letter) => HOMOGRAPHS[letter] ?? letter);

const ESCAPE = /\\(?:[pP]\{([^}]*)\}|[\s\S])/gu;

/** Caches whether JavaScript knows a Unicode class. Callers have a bounded set of names. */
const KNOWN_CLASSES = new Map<string, boolean>();

/**
 * Finds why JavaScript, with the `u` flag, rejects a pattern.
 *
 * An engine rebuilds a Unicode class at each occurrence, which takes long. So each class is tried once, and `\d`,
 * which is valid in the same places, replaces it in the pattern.
 *
 * @param pattern one that RE2 accepts: its Unicode classes are known ones.
 */
export function findJavaScriptError(pattern: string): string | undefined {
  let unknown: string | undefined;
  const shortened = pattern.replaceAll(ESCAPE, (escape, name: string | undefined) => {
    if (name === undefined) return escape;
    if (!isKnown(name)) unknown ??= name;
    return '\\d';
  });
  return unknown === undefined ? findCompileError(shortened) : `the Unicode class "${unknown}" is unknown`;
}

function isKnown(name: string): boolean {
  const known = KNOWN_CLASSES.get(name) ?? findCompileError(`\\p{${name}}`) === undefined;
  KNOWN_CLASSES.set(name, known);
  return known;
}

function findCompileError(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    // Engines repeat the whole pattern in the message.
    const message = error instanceof Error ? error.message : 'it does not compile';
    return message.replace(/^Invalid regular expression: .*: /s, '');
  }
}

const ESCAPE = /\\(?:[pP]\{([^}]*)\}|[\s\S])/gu;

/** Whether JavaScript knows a Unicode class. There are only as many as the caller has names for. */
const KNOWN_CLASSES = new Map<string, boolean>();

/**
 * Why JavaScript, with the `u` flag, does not take a pattern; nothing when it does.
 *
 * An engine builds each Unicode class anew wherever it stands, which takes long. So each is tried once, and `\d`, which
 * may stand in the same places, stands for it in the pattern.
 *
 * @param pattern one that RE2 takes: its Unicode classes are known ones.
 */
export function javaScriptFault(pattern: string): string | undefined {
  let unknown: string | undefined;
  const shortened = pattern.replaceAll(ESCAPE, (escape, name: string | undefined) => {
    if (name === undefined) return escape;
    if (!isKnown(name)) unknown ??= name;
    return '\\d';
  });
  return unknown === undefined ? compileFault(shortened) : `the Unicode class "${unknown}" is unknown`;
}

function isKnown(name: string): boolean {
  const known = KNOWN_CLASSES.get(name) ?? compileFault(`\\p{${name}}`) === undefined;
  KNOWN_CLASSES.set(name, known);
  return known;
}

function compileFault(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    // Engines put the whole pattern into the message.
    const message = error instanceof Error ? error.message : 'it does not compile';
    return message.replace(/^Invalid regular expression: .*: /s, '');
  }
}

const MAX_LENGTH = 60;

/** Returns a found value, short enough for a message. */
export function excerpt(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(truncate(value));
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Uint8Array) return `${value.length} bytes`;
      return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** Returns names in a row, few enough for a message. */
export function excerptList(names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const first = names.slice(0, 12).map(truncate).join(', ');
  return names.length > 12 ? `${first} and ${names.length - 12} more` : first;
}

const truncate = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

const MAX_TEXT_LENGTH = 500;

/** The member that {@link shortText} has composed of two texts. */
const COMPOSED = 'errorSummary';

/** Returns a text that is no longer than an error needs: callers send what they like. */
export const shortText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;

/** Returns a payload with such texts only, and with bytes of its own: callers may change what they get. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shortened);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === COMPOSED ? member : shortened(member)]),
  );
}

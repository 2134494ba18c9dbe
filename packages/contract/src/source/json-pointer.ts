/** Formats a member name or element number as a step of a JSON pointer (RFC 6901). */
export function formatStep(key: string | number): string {
  if (typeof key === 'number' || !(key.includes('~') || key.includes('/'))) return `/${key}`;
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Formats member names and element numbers as a JSON pointer (RFC 6901). */
export const formatPointer = (keys: readonly (string | number)[]): string => keys.map(formatStep).join('');

/** Parses a JSON pointer (RFC 6901) into member names and element numbers. */
export const parseSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

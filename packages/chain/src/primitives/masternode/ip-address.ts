const DECIMAL_BYTE = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[\da-fA-F]{1,4}$/;
const GROUPS = 8;
const MAX_BYTE = 255;

/** Returns whether `text` is an IPv4 address: four numbers without leading zeros. */
export function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => DECIMAL_BYTE.test(part) && Number(part) <= MAX_BYTE);
}

/** Returns whether `text` is an IPv6 address in any spelling, without a zone. */
export function isIPv6(text: string): boolean {
  const [head = '', tail, ...others] = text.split('::');
  if (others.length > 0) return false;
  if (tail === undefined) return countGroups(head) === GROUPS;
  const [before, after] = [head === '' ? 0 : countGroups(head, false), tail === '' ? 0 : countGroups(tail)];
  return before !== undefined && after !== undefined && before + after < GROUPS;
}

/** Returns the number of 16-bit groups that `text` spells; an IPv4 address at its end is two. `undefined` for other text. */
function countGroups(text: string, mayEndInIPv4 = true): number | undefined {
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const isLastIPv4 = mayEndInIPv4 && isIPv4(last);
  const groups = isLastIPv4 ? parts.slice(0, -1) : parts;
  return groups.every((group) => GROUP.test(group)) ? groups.length + (isLastIPv4 ? 2 : 0) : undefined;
}

/** Returns the elements of a header field that is a list (RFC 9110, section 5.6.1), in lower case. */
export function listTokens(value: string | readonly string[] | undefined): string[] {
  return String(value ?? '')
    .toLowerCase()
    .split(',')
    .map((token) => token.trim());
}

/** Returns a call as a line for a shell. */
export const createCurlLine = (url: string, body: string): string =>
  `curl -s ${url} -H 'content-type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`;

/** Allows any origin to read responses, since none depends on the caller. Names and values by turns. */
export const CORS: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  '*',
];

/**
 * Lists the headers for a browser that asks whether it may send a request: any method, any header, no credentials. `Authorization` is
 * named, as the star does not include it (Fetch, section 4.9).
 */
export const PREFLIGHT: readonly string[] = [
  ...CORS,
  'access-control-allow-methods',
  '*',
  'access-control-allow-headers',
  '*, authorization',
  'access-control-max-age',
  '1728000',
  'vary',
  'origin, access-control-request-method, access-control-request-headers',
  'content-length',
  '0',
];

/** Matches a host and port as they may appear in a policy: nothing that would end a directive. */
const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/**
 * Returns the headers of the page for browsers: it loads from its own origin only, runs no inline script or style, makes no
 * HTML of text, sends nothing elsewhere and is shown in no frame.
 *
 * @param host the header `Host`: WebSockets to it are named, as not every browser counts them to `'self'`.
 * @returns names and values by turns
 */
export function pageHeaders(host: string | undefined): readonly string[] {
  const sockets = host !== undefined && PLAIN_HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      "worker-src 'self'",
      `connect-src 'self'${sockets}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    ...SAFE_CONTENT,
    'x-frame-options',
    'DENY',
    'cross-origin-opener-policy',
    'same-origin',
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ];
}

/** Lists the headers of every file. */
export const SAFE_CONTENT: readonly string[] = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'no-referrer',
];

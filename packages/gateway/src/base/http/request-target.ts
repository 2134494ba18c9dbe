/** The scheme and host that a target may have in front (RFC 9112, section 3.2.2). */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/** Returns the host and port of a request target in absolute form; `undefined` of another one. */
export function authorityOf(target: string): string | undefined {
  return target.startsWith('/') ? undefined : AUTHORITY.exec(target)?.[1];
}

/** Returns the path of a request target, as it is written; `/` where it is empty. */
export function pathOf(target: string): string {
  const local = target.replace(AUTHORITY, '');
  const query = local.indexOf('?');
  const path = query < 0 ? local : local.slice(0, query);
  return path === '' ? '/' : path;
}

/** Returns the query of a request target, without `?`; empty without one. */
export function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? '' : target.slice(query + 1);
}

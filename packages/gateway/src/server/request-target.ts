/** The scheme and host that a target may have in front (RFC 9112, section 3.2.2). */
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** The path of a request target, as it is written; `/` where it is empty. */
export function pathOf(target: string): string {
  const local = target.replace(AUTHORITY, '');
  const query = local.indexOf('?');
  const path = query < 0 ? local : local.slice(0, query);
  return path === '' ? '/' : path;
}

/** What stands behind the `?` of a request target; empty without one. */
export function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? '' : target.slice(query + 1);
}

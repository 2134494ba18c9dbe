const COMMAND = /^dapikit explain (\S+)$/;

/**
 * Returns the address of the page that a `docs` member names: its `dapikit explain <code>` on a site of this documentation.
 *
 * @param docs the `docs` of a diagnostic or an error
 * @param docsUrl address of the site, such as `https://docs.example.org`; without one, `docs` is returned as it is
 */
export function docsLink(docs: string, docsUrl: string | undefined): string {
  const code = COMMAND.exec(docs)?.[1];
  if (docsUrl === undefined || code === undefined) return docs;
  return `${docsUrl.replace(/\/+$/, '')}/reference/${pageOf(code)}`;
}

/** Returns diagnostics with the addresses of pages as their `docs`; without a site, it returns them as they are. See {@link docsLink}. */
export function linkDocs<Documented extends { readonly docs: string }>(
  documented: readonly Documented[],
  docsUrl: string | undefined,
): readonly Documented[] {
  if (docsUrl === undefined) return documented;
  return documented.map((one) => ({ ...one, docs: docsLink(one.docs, docsUrl) }));
}

/** Matches codes of rules: the reasons of errors are in capitals, consensus errors have numbers. */
const RULE_CODE = /^[a-z]/;

function pageOf(code: string): string {
  if (RULE_CODE.test(code)) return `rules/${code}`;
  return /^\d+$/.test(code) ? `consensus-errors#${code}` : `errors#${code.toLowerCase()}`;
}

const SHOWN_ENDS = 8;

/** Shows both ends of a hash; screen readers and the clipboard get all of it. */
export function HashText({ hash, isWhole = false }: { readonly hash: string; readonly isWhole?: boolean }) {
  if (isWhole || hash.length <= 2 * SHOWN_ENDS + 1) return <code class="hash-text">{hash}</code>;
  return (
    <code class="hash-text" title={hash}>
      {hash.slice(0, SHOWN_ENDS)}
      <span aria-hidden="true">…</span>
      <span class="visually-hidden">{hash.slice(SHOWN_ENDS, -SHOWN_ENDS)}</span>
      {hash.slice(-SHOWN_ENDS)}
    </code>
  );
}

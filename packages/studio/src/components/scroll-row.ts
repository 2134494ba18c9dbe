/** Scrolls a row sideways until one of its elements is in view; the page itself does not move. */
export function scrollRow(row: HTMLElement | null, selector: string): void {
  const element = row?.querySelector(selector);
  if (!row || !element) return;
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
  else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
}

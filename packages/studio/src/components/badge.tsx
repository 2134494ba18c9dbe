import type { ComponentChildren } from 'preact';
import type { Tone } from './notice.js';

/** Shows a word or a number in a pill. */
export function Badge({ tone, children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={tone === undefined ? 'badge' : `badge tone-${tone}`}>{children}</span>;
}

import type { ComponentChildren } from 'preact';
import type { Tone } from './notice.js';

/** A word or a number that is set apart. */
export function Badge({ tone, children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={tone === undefined ? 'badge' : `badge tone-${tone}`}>{children}</span>;
}

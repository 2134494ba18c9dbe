import type { ComponentChildren } from 'preact';

/** What is said where there is nothing yet, and what to do about it. */
export function EmptyState(props: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty-state">
      <strong>{props.title}</strong>
      {props.children}
    </div>
  );
}

import type { ComponentChildren } from 'preact';

/** Says that there is nothing yet, and what to do next. */
export function EmptyState(props: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty-state">
      <strong>{props.title}</strong>
      {props.children}
    </div>
  );
}

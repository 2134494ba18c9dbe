import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Shows a titled part of a view. */
export function Panel(props: {
  readonly title: string;
  /** Beside the title: a count, or a button. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </header>
      <div class="panel-body">{props.children}</div>
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.js';

/** Shows code to read and copy. Long lines wrap, long code scrolls. */
export function CodeBlock(props: {
  readonly label: string;
  readonly text: string;
  /** Shown in place of the text, which a copy has. */
  readonly children?: ComponentChildren;
}) {
  const { label, text, children = text } = props;
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={() => text} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{children}</code>
      </pre>
    </figure>
  );
}

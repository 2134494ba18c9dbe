import { CopyButton } from './copy-button.js';

/** Shows code to read and copy. Long lines wrap, long code scrolls. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={() => text} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

import { typesFor } from '@dapikit/contract';
import { useMemo } from 'preact/hooks';
import { CopyButton } from '../components/copy-button.js';

/** Shows the TypeScript declarations of a contract's documents. */
export function TypesView({
  text,
  protocolVersion,
}: {
  readonly text: string;
  readonly protocolVersion: number;
}) {
  const types = useMemo(() => typesFor(text, { protocolVersion }), [text, protocolVersion]);
  if (!types.ok) return null;
  return (
    <div class="types-view">
      <header>
        <p>TypeScript declarations of the documents.</p>
        <CopyButton text={() => types.code} label="Copy all" />
      </header>
      <pre tabIndex={0} role="region" aria-label="TypeScript declarations">
        {types.code}
      </pre>
    </div>
  );
}

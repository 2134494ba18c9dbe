import { createHref } from '../navigation/route.js';
import { HashText } from './hash-text.js';

/** Shows an identifier or a hash with a link to its view in the explorer. */
export function ExplorerLink(props: {
  readonly kind: 'identity' | 'token' | 'transition';
  readonly id: string;
  readonly isWhole?: boolean;
}) {
  const { kind, id, isWhole = false } = props;
  return (
    <a href={createHref('explorer', [kind, id])}>
      <HashText hash={id} isWhole={isWhole} />
    </a>
  );
}

import { createHref } from '../navigation/route.js';
import { HashText } from './hash-text.js';

/** Shows an identifier or a hash with a link to its view in the explorer. */
export function ExplorerLink(props: {
  readonly kind: 'identity' | 'token' | 'transition';
  readonly id: string;
  readonly isWhole?: boolean;
  /** The alias, which is shown instead. */
  readonly name?: string | undefined;
}) {
  const { kind, id, isWhole = false, name } = props;
  return (
    <a href={createHref('explorer', [kind, id])}>
      {name === undefined ? <HashText hash={id} isWhole={isWhole} /> : <span title={id}>{name}</span>}
    </a>
  );
}

import { HashText } from '../components/hash-text.js';
import { createProofHref } from '../navigation/proof-href.js';
import { usePlatformTip } from '../rpc/use-platform-tip.js';

/** Shows the root hash of the platform's state, with a link to its signature. */
export function StateRoot({ isOffered }: { readonly isOffered: boolean }) {
  const tip = usePlatformTip(isOffered);
  if (tip?.rootHash === undefined) return null;
  return (
    <a
      class="state-root"
      href={createProofHref({})}
      title={`App hash of the platform at block ${tip.height}: ${tip.rootHash}`}
    >
      <span class="state-root-label">Platform block {tip.height.toLocaleString('en')}, root</span>{' '}
      <HashText hash={tip.rootHash} />
    </a>
  );
}

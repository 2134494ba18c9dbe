import { createProofHref, type ProofSubject } from '../navigation/proof-href.js';
import { Icon } from './icon.js';

/** Shows a link to the view that verifies a proof in this browser. */
export function ProofLink({ subject }: { readonly subject: ProofSubject }) {
  return (
    <a class="button button-plain button-s" href={createProofHref(subject)}>
      <Icon name="check" size={15} />
      Show proof
    </a>
  );
}

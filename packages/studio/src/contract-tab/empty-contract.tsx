import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { changeDraft } from '../contract/draft.js';
import smallest from '../contract/examples/note.json';

/** Says how to start where the editor is empty. */
export function EmptyContract() {
  return (
    <EmptyState title="No contract yet">
      <p>Paste a contract, choose an example, or start from a minimal contract.</p>
      <Button kind="primary" icon="plus" onClick={() => changeDraft({ text: smallest })}>
        New contract
      </Button>
    </EmptyState>
  );
}

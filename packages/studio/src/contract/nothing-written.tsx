import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { changeDraft } from './draft.js';
import smallest from './examples/note.json';

/** What is said where there is no contract yet. */
export function NothingWritten() {
  return (
    <EmptyState title="No contract yet">
      <p>Paste one, choose an example, or begin with the smallest that there is.</p>
      <Button kind="primary" icon="plus" onClick={() => changeDraft({ text: smallest })}>
        New contract
      </Button>
    </EmptyState>
  );
}

import { textEdits, type Diagnostic } from '@dapikit/contract';
import type { ContractEditor } from './editor/editor.js';
import type { ShownProblem } from './editor/squiggles.js';

/** Problems of a text, with what mends them at once where that takes no decision. */
export function shownProblems(
  text: string,
  diagnostics: readonly Diagnostic[],
  editor: () => ContractEditor | undefined,
): readonly ShownProblem[] {
  const edits = textEdits(text);
  return diagnostics.map((diagnostic) => {
    const { patch } = diagnostic.mend;
    const found = patch && edits(patch);
    return found === undefined ? { diagnostic } : { diagnostic, mend: () => editor()?.edit(found, text) };
  });
}

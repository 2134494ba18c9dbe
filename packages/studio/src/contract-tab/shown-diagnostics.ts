import { textEdits, type Diagnostic } from '@dapikit/contract';
import type { ShownDiagnostic } from '../editor/editor-diagnostics.js';
import type { ContractEditor } from '../editor/editor.js';

/** Adds to each diagnostic the action that applies its fix, where the fix needs no decision. */
export function withFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
  editor: () => ContractEditor | undefined,
): readonly ShownDiagnostic[] {
  const edits = textEdits(text);
  return diagnostics.map((diagnostic) => {
    const { patch } = diagnostic.fix;
    const found = patch && edits(patch);
    return found === undefined ? { diagnostic } : { diagnostic, fix: () => editor()?.edit(found, text) };
  });
}

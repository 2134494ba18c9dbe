import { syntaxTree } from '@codemirror/language';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { nameOf } from './json-place.js';

/** A member that differs from the other text. */
export interface ChangedPlace {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON pointer (RFC 6901). */
  readonly path: string;
}

const show = StateEffect.define<readonly ChangedPlace[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(show));
    if (effect === undefined) return shown.map(transaction.changes);
    const places: readonly ChangedPlace[] = effect.value;
    return Decoration.set(
      places.flatMap(({ op, path }) => {
        const node = nodeAt(transaction.state, path);
        return node === undefined || node.from === node.to
          ? []
          : [Decoration.mark({ class: `cm-changed-${op}` }).range(node.from, node.to)];
      }),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Sets apart what differs from another text. */
export const changedPlaces: Extension = field;

/** What differs, in place of what did before. */
export const showChanged = (places: readonly ChangedPlace[]): StateEffect<readonly ChangedPlace[]> =>
  show.of(places);

/** The member, or the element, that a pointer names; the root has none. */
function nodeAt(state: EditorState, pointer: string): SyntaxNode | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: SyntaxNode | null = syntaxTree(state).topNode.firstChild;
  let found: SyntaxNode | undefined;
  for (const step of steps) {
    const member: SyntaxNode | null | undefined =
      value?.name === 'Array'
        ? elementsOf(value)[Number(step)]
        : value?.getChildren('Property').find((property) => {
            const name = property.getChild('PropertyName');
            return name !== null && nameOf(state, name) === step;
          });
    if (!member) return found;
    found = member;
    value = member.name === 'Property' ? member.lastChild : member;
  }
  return found;
}

function elementsOf(array: SyntaxNode): SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  for (let node = array.firstChild; node; node = node.nextSibling)
    if (!['[', ']', ','].includes(node.name) && !node.type.isError) elements.push(node);
  return elements;
}

import { syntaxTree } from '@codemirror/language';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { readName } from './json-position.js';

/** Describes a member that differs from another text. */
export interface ChangedMember {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON pointer (RFC 6901). */
  readonly path: string;
}

const show = StateEffect.define<readonly ChangedMember[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(show));
    if (effect === undefined) return shown.map(transaction.changes);
    const members: readonly ChangedMember[] = effect.value;
    return Decoration.set(
      members.flatMap(({ op, path }) => {
        const node = findNode(transaction.state, path);
        return node === undefined || node.from === node.to
          ? []
          : [Decoration.mark({ class: `cm-changed-${op}` }).range(node.from, node.to)];
      }),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Highlights the changed members. */
export const changedMembers: Extension = field;

/** Creates the effect that highlights members, in place of the previous ones. */
export const showChangedMembers = (
  members: readonly ChangedMember[],
): StateEffect<readonly ChangedMember[]> => show.of(members);

/** Finds the member or element of a pointer; the root is neither. */
function findNode(state: EditorState, pointer: string): SyntaxNode | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: SyntaxNode | null = syntaxTree(state).topNode.firstChild;
  let found: SyntaxNode | undefined;
  for (const step of steps) {
    const member: SyntaxNode | null | undefined =
      value?.name === 'Array'
        ? collectElements(value)[Number(step)]
        : value?.getChildren('Property').find((property) => {
            const name = property.getChild('PropertyName');
            return name !== null && readName(state, name) === step;
          });
    if (!member) return found;
    found = member;
    value = member.name === 'Property' ? member.lastChild : member;
  }
  return found;
}

function collectElements(array: SyntaxNode): SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  for (let node = array.firstChild; node; node = node.nextSibling)
    if (!['[', ']', ','].includes(node.name) && !node.type.isError) elements.push(node);
  return elements;
}

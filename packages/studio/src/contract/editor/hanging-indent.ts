import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

/** Where a line goes on that is too long, to the right of where it begins. */
const STEP = 2;
const DEEPEST = 40;

const indents = Array.from({ length: DEEPEST + 1 }, (_, indent) =>
  Decoration.line({
    attributes: {
      style: `padding-left: calc(${indent + STEP}ch + 6px); text-indent: -${indent + STEP}ch`,
    },
  }),
);

function indented({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const indent = Math.min(line.text.search(/\S|$/), DEEPEST);
      const decoration = indents[indent];
      if (decoration && line.from > last) builder.add(line.from, line.from, decoration);
      last = line.from;
      at = line.to + 1;
    }
  return builder.finish();
}

/** Breaks lines that are too long, and lets them go on under their own beginning. */
export const hangingIndent: Extension = [
  EditorView.lineWrapping,
  ViewPlugin.define<{ decorations: DecorationSet; update(update: ViewUpdate): void }>(
    (view) => ({
      decorations: indented(view),
      update({ docChanged, viewportChanged, view: changed }) {
        if (docChanged || viewportChanged) this.decorations = indented(changed);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
];

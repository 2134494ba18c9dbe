import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const UNDERLINE_COLOURS = {
  error: 'var(--bad)',
  warning: 'var(--warn)',
  hint: 'var(--accent)',
} as const;

const createUnderline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour} 1.2px`,
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
  paddingBottom: '0',
});

/** Defines the look of the editor, in the colours of the page. */
export const editorTheme: Extension = [
  EditorView.theme({
    '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', fontVariantLigatures: 'none', lineHeight: '1.6' },
    '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
    '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
    '.cm-gutters': {
      border: '0',
      backgroundColor: 'var(--surface)',
      color: 'var(--muted)',
      fontSize: '12px',
    },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px' },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 5%, transparent)' },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)',
    },
    '.cm-textfield:focus-visible, .cm-panel button:focus-visible': {
      outline: '2px solid var(--accent)',
      outlineOffset: '1px',
    },
    '&.cm-focused .cm-matchingBracket': {
      backgroundColor: 'color-mix(in srgb, var(--accent) 18%, transparent)',
    },
    '.cm-foldPlaceholder': {
      border: '1px solid var(--line)',
      backgroundColor: 'var(--surface-sunk)',
      color: 'var(--muted)',
    },
    '.cm-tooltip': {
      border: '1px solid var(--line)',
      borderRadius: '8px',
      backgroundColor: 'var(--surface-raised)',
      color: 'var(--text)',
      boxShadow: 'var(--shadow-high)',
      overflow: 'hidden',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      maxHeight: '16rem',
      fontFamily: 'var(--mono)',
      fontSize: '12.5px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '1.5' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--accent-soft)',
      color: 'var(--text)',
    },
    '.cm-completionDetail': { marginLeft: '1em', color: 'var(--muted)', fontStyle: 'normal' },
    '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
    '.cm-completionInfo': { overflow: 'visible' },
    '.keyword-meaning': {
      maxWidth: '24rem',
      padding: '8px 12px',
      font: '13px/1.5 var(--font)',
      textWrap: 'pretty',
    },
    '.keyword-meaning p': { margin: '0 0 4px' },
    '.keyword-meaning code': { fontFamily: 'var(--mono)', fontSize: '0.92em' },
    '.keyword-meaning p:first-child > code:only-child': { fontWeight: '600' },
    '.cm-diagnostic': {
      maxWidth: '30rem',
      padding: '8px 12px',
      borderLeft: '0',
      font: '13px/1.5 var(--font)',
      whiteSpace: 'normal',
    },
    '.cm-diagnostic p': { margin: '0' },
    '.cm-diagnosticAction': {
      display: 'inline-block',
      margin: '6px 0 0',
      padding: '3px 10px',
      borderRadius: '6px',
      backgroundColor: 'var(--accent)',
      color: 'var(--on-accent)',
      font: '600 12px/1.5 var(--font)',
    },
    '.cm-lintRange-error': createUnderline(UNDERLINE_COLOURS.error),
    '.cm-lintRange-warning': createUnderline(UNDERLINE_COLOURS.warning),
    '.cm-lintRange-hint, .cm-lintRange-info': createUnderline(UNDERLINE_COLOURS.hint),
    '.cm-lintRange-active': { backgroundColor: 'color-mix(in srgb, var(--bad) 12%, transparent)' },
    '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
    '.cm-changed-add': { backgroundColor: 'color-mix(in srgb, var(--good) 20%, transparent)' },
    '.cm-changed-replace': { backgroundColor: 'color-mix(in srgb, var(--warn) 24%, transparent)' },
    '.cm-changed-remove': { backgroundColor: 'color-mix(in srgb, var(--bad) 20%, transparent)' },
    '.cm-panels': { backgroundColor: 'var(--surface-sunk)', color: 'var(--text)' },
    '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
    '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
    '.cm-searchMatch.cm-searchMatch-selected': {
      backgroundColor: 'color-mix(in srgb, var(--warn) 30%, transparent)',
    },
    '.cm-snippetField': { backgroundColor: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
    '.cm-panel.cm-search': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '6px 10px',
      padding: '10px 36px 10px 12px',
      font: '13px/1.5 var(--font)',
    },
    '.cm-panel.cm-search br': { flexBasis: '100%', height: '0' },
    '.cm-panel.cm-search label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '4px',
      fontSize: '13px',
    },
    '.cm-panel.cm-search [name=close]': {
      top: '8px',
      right: '8px',
      border: '0',
      backgroundColor: 'transparent',
      fontSize: '18px',
    },
    '.cm-panel button, .cm-textfield': {
      margin: '0',
      padding: '4px 10px',
      fontSize: '13px',
      border: '1px solid var(--line)',
      borderRadius: '6px',
      backgroundColor: 'var(--surface-raised)',
      backgroundImage: 'none',
      color: 'var(--text)',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--code-name)' },
      { tag: tags.string, color: 'var(--code-string)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-value)' },
      { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--muted)' },
    ]),
  ),
];

import { explain, type Severity } from '@dapikit/contract';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { Icon } from '../components/icon.js';
import { TONE_ICONS, type Tone } from '../components/notice.js';
import { Prose } from '../components/prose.js';
import type { ShownDiagnostic } from '../editor/editor-diagnostics.js';
import { capitalize } from '../text/sentence.js';

/** Maps severities to tones. */
export const TONES: Readonly<Record<Severity, Tone>> = {
  error: 'bad',
  unusable: 'bad',
  warning: 'warn',
  hint: 'info',
};

/** Lists the diagnostics of a contract or document, with their fixes. */
export function DiagnosticList(props: {
  /** The subject of the diagnostics. */
  readonly subject: 'contract' | 'document';
  readonly diagnostics: readonly ShownDiagnostic[];
  /** Gets the list, to be focused. */
  readonly focusTarget?: RefObject<HTMLDivElement | null>;
  /** True if there are more than are shown. */
  readonly isTruncated?: boolean;
  readonly onReveal: (diagnostic: ShownDiagnostic) => void;
  /** Applies all fixes that need no decision; absent where that is not offered. */
  readonly onFixAll?: () => void;
}) {
  const { subject, diagnostics, onReveal, onFixAll } = props;
  const own = useRef<HTMLDivElement>(null);
  const box = props.focusTarget ?? own;
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  // A pressed button disappears with its diagnostic: the list gets the focus.
  const keepFocus = (): void => box.current?.focus();
  if (diagnostics.length === 0)
    return (
      <EmptyState title="No errors or warnings">
        <p>There is nothing to fix.</p>
      </EmptyState>
    );
  return (
    <div ref={box} tabIndex={-1}>
      {onFixAll && fixable.length > 1 && (
        <div class="diagnostic-list-all">
          <span>{fixable.length} fixes available</span>
          <Button
            kind="primary"
            size="s"
            icon="wand"
            onClick={() => {
              onFixAll();
              keepFocus();
            }}
          >
            Fix all
          </Button>
        </div>
      )}
      <ol class="diagnostic-list" role="list">
        {diagnostics.map((shown) => (
          <DiagnosticItem
            key={`${shown.diagnostic.code} ${shown.diagnostic.at} ${shown.diagnostic.message}`}
            subject={subject}
            shown={shown}
            onReveal={onReveal}
            onFixed={keepFocus}
          />
        ))}
      </ol>
      {props.isTruncated === true && <p class="diagnostic-list-more">More errors follow. Fix these first.</p>}
    </div>
  );
}

function DiagnosticItem(props: {
  readonly subject: string;
  readonly shown: ShownDiagnostic;
  readonly onReveal: (diagnostic: ShownDiagnostic) => void;
  readonly onFixed: () => void;
}) {
  const { subject, shown, onReveal, onFixed } = props;
  const { diagnostic, fix } = shown;
  const { severity, rejectedBy, message, range, at, code } = diagnostic;
  const tone = rejectedBy === 'specification' ? 'warn' : TONES[severity];
  const why = explain(code)?.why;
  return (
    <li class={`diagnostic tone-${tone}`}>
      <span class="diagnostic-icon">
        <Icon name={TONE_ICONS[tone]} size={16} />
        <span class="visually-hidden">{severity}</span>
      </span>
      <div class="diagnostic-body">
        <button type="button" class="diagnostic-message" onClick={() => onReveal(shown)}>
          {capitalize(message)}
        </button>
        <p class="diagnostic-place">
          {range && <span>Line {range.start.line}</span>}
          <code>{at === '' ? `the whole ${subject}` : at}</code>
        </p>
        {fix === undefined ? (
          <p class="diagnostic-fix">{diagnostic.fix.text}</p>
        ) : (
          <Button
            size="s"
            icon="wand"
            onClick={() => {
              fix();
              onFixed();
            }}
          >
            {diagnostic.fix.text}
          </Button>
        )}
        {why !== undefined && (
          <details class="diagnostic-why">
            <summary>Why?</summary>
            <p>
              <Prose text={why} />
            </p>
            <p>
              Rule <code>{code}</code>
            </p>
          </details>
        )}
      </div>
    </li>
  );
}

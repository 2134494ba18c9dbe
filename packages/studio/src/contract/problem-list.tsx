import { explain } from '@dapikit/contract';
import { useRef } from 'preact/hooks';
import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { Icon } from '../components/icon.js';
import { TONE_ICONS, type Tone } from '../components/notice.js';
import { Prose } from '../components/prose.js';
import { capital } from '../components/sentence.js';
import type { ShownProblem } from './editor/squiggles.js';

const TONES: Readonly<Record<'error' | 'warning' | 'hint', Tone>> = {
  error: 'bad',
  warning: 'warn',
  hint: 'info',
};

/** What is wrong with a contract, and what mends it. */
export function ProblemList(props: {
  readonly problems: readonly ShownProblem[];
  /** There are more than are shown. */
  readonly isCut?: boolean;
  readonly onReveal: (problem: ShownProblem) => void;
  /** Mends at once all that can be; absent where that is not offered. */
  readonly onMendAll?: () => void;
}) {
  const { problems, onReveal, onMendAll } = props;
  const box = useRef<HTMLDivElement>(null);
  const mendable = problems.filter(({ mend }) => mend !== undefined);
  // The button that was pressed goes with its problem: the keyboard goes on from the list.
  const keepFocus = (): void => box.current?.focus();
  if (problems.length === 0)
    return (
      <EmptyState title="No problems">
        <p>Every rule of the network holds, and nothing here is likely to surprise.</p>
      </EmptyState>
    );
  return (
    <div ref={box} tabIndex={-1}>
      {onMendAll && mendable.length > 1 && (
        <div class="problem-list-all">
          <span>{mendable.length} of these can be mended at once.</span>
          <Button
            kind="primary"
            size="s"
            icon="wand"
            onClick={() => {
              onMendAll();
              keepFocus();
            }}
          >
            Mend them
          </Button>
        </div>
      )}
      <ol class="problem-list" role="list">
        {problems.map((problem) => (
          <ProblemItem
            key={`${problem.diagnostic.code} ${problem.diagnostic.pointer} ${problem.diagnostic.message}`}
            problem={problem}
            onReveal={onReveal}
            onMended={keepFocus}
          />
        ))}
      </ol>
      {props.isCut === true && <p class="problem-list-cut">There are more. Mend these first.</p>}
    </div>
  );
}

function ProblemItem(props: {
  readonly problem: ShownProblem;
  readonly onReveal: (problem: ShownProblem) => void;
  readonly onMended: () => void;
}) {
  const { problem, onReveal, onMended } = props;
  const { diagnostic, mend } = problem;
  const { severity, refusedBy, message, range, pointer, code } = diagnostic;
  const tone = refusedBy === 'specification' ? 'warn' : TONES[severity];
  const why = explain(code)?.why;
  return (
    <li class={`problem tone-${tone}`}>
      <span class="problem-icon">
        <Icon name={TONE_ICONS[tone]} size={16} />
        <span class="visually-hidden">{severity}</span>
      </span>
      <div class="problem-body">
        <button type="button" class="problem-message" onClick={() => onReveal(problem)}>
          {capital(message)}
        </button>
        <p class="problem-place">
          {range && <span>Line {range.start.line}</span>}
          <code>{pointer === '' ? 'the whole contract' : pointer}</code>
        </p>
        {mend === undefined ? (
          <p class="problem-mend">{diagnostic.mend.text}</p>
        ) : (
          <Button
            size="s"
            icon="wand"
            onClick={() => {
              mend();
              onMended();
            }}
          >
            {diagnostic.mend.text}
          </Button>
        )}
        {why !== undefined && (
          <details class="problem-why">
            <summary>Why?</summary>
            <p>
              <Prose text={why} />
            </p>
            <p>
              The rule is called <code>{code}</code>.
            </p>
          </details>
        )}
      </div>
    </li>
  );
}

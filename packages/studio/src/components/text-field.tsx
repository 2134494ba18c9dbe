import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Prose } from './prose.js';

/** A field for text, with what it is above it and what is wrong with it below. */
export function TextField(props: {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
  /** For code: every letter of the same width. */
  readonly isCode?: boolean;
  readonly lines?: number;
}) {
  const id = useId();
  const { label, value, hint, problem, isRequired = false, isCode = false, lines = 1 } = props;
  const shared = {
    id,
    value,
    class: isCode ? 'text-field-code' : undefined,
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint ${id}-problem`,
    autocomplete: 'off',
    spellcheck: false,
  };
  return (
    <div class="text-field">
      <label for={id}>{label}</label>
      {lines === 1 ? (
        <input type="text" {...shared} onInput={({ currentTarget }) => props.onInput(currentTarget.value)} />
      ) : (
        <textarea
          {...shared}
          rows={lines}
          onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
        />
      )}
      <p id={`${id}-hint`} class="text-field-hint" hidden={hint === undefined || hint === ''}>
        {hint !== undefined && <Prose text={hint} />}
      </p>
      <p id={`${id}-problem`} class="text-field-problem" hidden={problem === undefined}>
        {problem}
      </p>
    </div>
  );
}

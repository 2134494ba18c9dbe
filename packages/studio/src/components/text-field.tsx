import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Prose } from './prose.js';

/** Shows a field for text with its label, a hint and an error. */
export function TextField(props: {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Uses a monospaced font. */
  readonly isCode?: boolean;
  readonly lines?: number;
}) {
  const id = useId();
  const { label, value, hint, error, isRequired = false, isCode = false, lines = 1 } = props;
  const shared = {
    id,
    value,
    class: isCode ? 'text-field-code' : undefined,
    required: isRequired,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-hint ${id}-error`,
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
      <p id={`${id}-error`} class="text-field-error" hidden={error === undefined}>
        {error}
      </p>
    </div>
  );
}

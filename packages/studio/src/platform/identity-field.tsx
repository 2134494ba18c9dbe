import { useState } from 'preact/hooks';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import type { NamedIdentity } from './identity.js';

const OTHER = 'other';

/** A field for an identifier: one of those that are known, or another one in base58. */
export function IdentityField(props: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly identities: readonly NamedIdentity[];
  readonly problem?: string | undefined;
  readonly canBeEmpty?: boolean;
}) {
  const { label, value, onInput, identities, problem, canBeEmpty = false } = props;
  const isKnown = (value === '' && canBeEmpty) || identities.some(({ id }) => id === value);
  const [isOther, setIsOther] = useState(!isKnown);
  return (
    <div class="identity-field">
      <Select
        label={label}
        value={isOther ? OTHER : value}
        options={[
          ...(canBeEmpty ? [{ value: '', label: 'left out' }] : []),
          ...identities.map(({ id, name }) => ({ value: id, label: name })),
          { value: OTHER, label: 'another id …' },
        ]}
        onChange={(chosen) => {
          setIsOther(chosen === OTHER);
          onInput(chosen === OTHER ? '' : chosen);
        }}
      />
      {isOther ? (
        <TextField label="In base58" value={value} onInput={onInput} isCode problem={problem} />
      ) : (
        problem !== undefined && <p class="text-field-problem">{problem}</p>
      )}
    </div>
  );
}

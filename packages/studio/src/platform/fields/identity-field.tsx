import { useState } from 'preact/hooks';
import { Select } from '../../components/select.js';
import { TextField } from '../../components/text-field.js';
import type { NamedIdentity } from '../state/identity.js';

const OTHER = 'other';

/** Shows a field for an identifier: a known identity, or any id in base58. */
export function IdentityField(props: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly identities: readonly NamedIdentity[];
  readonly error?: string | undefined;
  readonly canBeEmpty?: boolean;
}) {
  const { label, value, onInput, identities, error, canBeEmpty = false } = props;
  const isKnown = (value === '' && canBeEmpty) || identities.some(({ id }) => id === value);
  const [isOther, setIsOther] = useState(!isKnown);
  return (
    <div class="identity-field">
      <Select
        label={label}
        value={isOther ? OTHER : value}
        options={[
          ...(canBeEmpty ? [{ value: '', label: 'omitted' }] : []),
          ...identities.map(({ id, name }) => ({ value: id, label: name })),
          { value: OTHER, label: 'another id …' },
        ]}
        onChange={(chosen) => {
          setIsOther(chosen === OTHER);
          onInput(chosen === OTHER ? '' : chosen);
        }}
      />
      {isOther ? (
        <TextField label="In base58" value={value} onInput={onInput} isCode error={error} />
      ) : (
        error !== undefined && <p class="text-field-error">{error}</p>
      )}
    </div>
  );
}

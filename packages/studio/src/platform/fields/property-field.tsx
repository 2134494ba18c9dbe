import type { PropertyDescription } from '@dapikit/contract';
import { Select } from '../../components/select.js';
import { TextField } from '../../components/text-field.js';
import { describeLimits, TYPE_NAMES } from '../../contract/property-limits.js';
import { getMembers, type Members } from '../../json/json-values.js';
import type { NamedIdentity } from '../state/identity.js';
import { decodeIdentifier } from '../values/identifier-bytes.js';
import { findSchema, listChoices } from '../values/property-schema.js';
import { isHex, type FieldTexts } from '../values/property-value.js';
import { IdentityField } from './identity-field.js';

/** Describes the context that the fields of a form share. */
export interface FormContext {
  readonly contract: unknown;
  readonly documentType: string;
  readonly written: FieldTexts;
  /** The errors of the platform, by paths. */
  readonly errors: Readonly<Record<string, string>>;
  readonly identities: readonly NamedIdentity[];
  readonly onInput: (path: string, text: string) => void;
}

interface FieldProps {
  readonly property: PropertyDescription;
  readonly form: FormContext;
}

/** Shows the field of a property by its type and limits; of an object those inside it. */
export function PropertyField({ property, form }: FieldProps) {
  const { path, type, required } = property;
  if (type === 'object') return <ObjectFields property={property} form={form} />;
  const schema = findSchema(form.contract, form.documentType, path);
  const shared = {
    label: required ? property.name : `${property.name} (optional)`,
    value: form.written[path] ?? '',
    error: form.errors[path],
    onInput: (text: string) => form.onInput(path, text),
  };
  if (type === 'identifier')
    return <IdentityField {...shared} identities={form.identities} canBeEmpty={!required} />;
  const choices = type === 'boolean' ? ['true', 'false'] : listChoices(schema);
  if (choices !== undefined) return <ChoiceField {...shared} choices={choices} isRequired={required} />;
  return (
    <TextField
      {...shared}
      hint={createHint(property, form, shared.value)}
      isCode={type === 'bytes' || type === 'unknown'}
      lines={type === 'string' && isLong(schema) ? 2 : 1}
    />
  );
}

function ObjectFields({ property, form }: FieldProps) {
  return (
    <fieldset class="property-group">
      <legend>
        {property.name}
        {!property.required && <span class="muted"> (optional)</span>}
      </legend>
      {property.properties.map((inner) => (
        <PropertyField key={inner.path} property={inner} form={form} />
      ))}
    </fieldset>
  );
}

function ChoiceField(props: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (text: string) => void;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}) {
  const { label, value, error, onInput, choices, isRequired } = props;
  return (
    <div>
      <Select
        label={label}
        value={value}
        options={[
          ...(isRequired && value !== '' ? [] : [{ value: '', label: 'omitted' }]),
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        onChange={onInput}
      />
      {error !== undefined && <p class="text-field-error">{error}</p>}
    </div>
  );
}

const MIN_LONG_TEXT = 120;

function isLong(schema: Members): boolean {
  const maxLength = schema['maxLength'];
  return typeof maxLength === 'number' && maxLength > MIN_LONG_TEXT;
}

function createHint({ path, type }: PropertyDescription, form: FormContext, value: string): string {
  const schema = getMembers(getMembers(getMembers(form.contract)['documentSchemas'])[form.documentType]);
  const parts = [
    TYPE_NAMES[type],
    ...describeLimits(schema, path),
    ...(type === 'bytes' ? [describeBytes(value)] : []),
  ];
  return parts.map((part) => part.replace(/^matches (.*)$/, 'matches `$1`')).join(', ');
}

function describeBytes(text: string): string {
  if (text === '') return 'in hexadecimal digits, as an identifier or in Base64';
  if (isHex(text)) return `${text.length / 2} bytes in hexadecimal`;
  return decodeIdentifier(text) === undefined ? 'read as Base64' : 'read as an identifier of 32 bytes';
}

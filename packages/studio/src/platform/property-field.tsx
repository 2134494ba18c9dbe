import type { PropertyDescription } from '@dapikit/contract';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { limitsOf, TYPE_WORDS } from '../contract/property-limits.js';
import { membersOf } from './answer.js';
import type { NamedIdentity } from './identity.js';
import { identifierBytes } from './identifier-bytes.js';
import { IdentityField } from './identity-field.js';
import { choicesIn, schemaAt } from './property-schema.js';
import { isHex, type Written } from './property-value.js';

/** What the fields of a form share. */
export interface FormParts {
  readonly contract: unknown;
  readonly documentType: string;
  readonly written: Written;
  /** What the platform said, by paths. */
  readonly problems: Readonly<Record<string, string>>;
  readonly identities: readonly NamedIdentity[];
  readonly onInput: (path: string, text: string) => void;
}

const LONG_TEXT = 120;

/** The field of a property, as its type and its bounds say; of an object those inside it. */
export function PropertyField({
  property,
  form,
}: {
  readonly property: PropertyDescription;
  readonly form: FormParts;
}) {
  const { path, type, required } = property;
  if (type === 'object')
    return (
      <fieldset class="property-group">
        <legend>
          {property.name}
          {!required && <span class="muted"> (optional)</span>}
        </legend>
        {property.properties.map((inner) => (
          <PropertyField key={inner.path} property={inner} form={form} />
        ))}
      </fieldset>
    );
  const schema = schemaAt(form.contract, form.documentType, path);
  const label = required ? property.name : `${property.name} (optional)`;
  const value = form.written[path] ?? '';
  const shared = {
    label,
    value,
    problem: form.problems[path],
    onInput: (text: string) => form.onInput(path, text),
  };
  if (type === 'identifier')
    return <IdentityField {...shared} identities={form.identities} canBeEmpty={!required} />;
  const choices = type === 'boolean' ? ['true', 'false'] : choicesIn(schema);
  if (choices !== undefined)
    return (
      <div>
        <Select
          label={label}
          value={value}
          options={[
            ...(required && value !== '' ? [] : [{ value: '', label: 'left out' }]),
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          onChange={shared.onInput}
        />
        {shared.problem !== undefined && <p class="text-field-problem">{shared.problem}</p>}
      </div>
    );
  const limits = limitsOf(
    membersOf(membersOf(membersOf(form.contract)['documentSchemas'])[form.documentType]),
    path,
  );
  const longest = schema['maxLength'];
  return (
    <TextField
      {...shared}
      hint={[TYPE_WORDS[type], ...limits, ...(type === 'bytes' ? [bytesWords(value)] : [])]
        .map((words) => words.replace(/^matches (.*)$/, 'matches `$1`'))
        .join(', ')}
      isCode={type === 'bytes' || type === 'unknown'}
      lines={type === 'string' && typeof longest === 'number' && longest > LONG_TEXT ? 2 : 1}
    />
  );
}

function bytesWords(text: string): string {
  if (text === '') return 'as hexadecimal digits, an identifier or Base64';
  if (isHex(text)) return `these are ${text.length / 2}, in hexadecimal`;
  return identifierBytes(text) === undefined ? 'read as Base64' : 'read as the 32 of an identifier';
}

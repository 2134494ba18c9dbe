import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { listParamChoices, takesText } from './call-text.js';
import type { DescribedParam } from './described-method.js';

const LONG_LINES = 3;
const OMITTED = { value: '', label: 'omitted' };

/** Shows the field of a parameter, by its schema. */
export function ParamField(props: {
  readonly param: DescribedParam;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
}) {
  const { param, value, error, onInput } = props;
  const choices = listParamChoices(param);
  if (choices !== undefined)
    return (
      <Select
        label={createLabel(param)}
        value={value}
        options={[
          ...(param.isRequired && value !== '' ? [] : [OMITTED]),
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        onChange={onInput}
      />
    );
  return (
    <TextField
      label={createLabel(param)}
      hint={[describeType(param), param.description].filter((part) => part !== '').join(' · ')}
      isCode
      isRequired={param.isRequired}
      lines={isLong(param) ? LONG_LINES : 1}
      {...{ value, error, onInput }}
    />
  );
}

const createLabel = ({ name, isRequired }: DescribedParam): string =>
  isRequired ? name : `${name} (optional)`;

const isLong = ({ schema }: DescribedParam): boolean =>
  schema['type'] === 'object' || schema['type'] === 'array';

function describeType(param: DescribedParam): string {
  if (takesText(param)) return 'text';
  const { type, minimum, maximum } = param.schema;
  const bounds = typeof minimum === 'number' ? ` from ${minimum}` : '';
  const end = typeof maximum === 'number' ? ` to ${maximum}` : '';
  if (isLong(param)) return `JSON ${String(type)}`;
  return typeof type === 'string' ? `${type}${bounds}${end}` : 'JSON';
}

import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { choicesOf, isText } from './call-text.js';
import type { DescribedParam } from './described-method.js';

const LONG_LINES = 3;
const LEFT_OUT = { value: '', label: 'left out' };

/** The field of a parameter, as its schema says. */
export function ParamField(props: {
  readonly param: DescribedParam;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onInput: (value: string) => void;
}) {
  const { param, value, problem, onInput } = props;
  const choices = choicesOf(param);
  if (choices !== undefined)
    return (
      <Select
        label={labelOf(param)}
        value={value}
        options={[
          ...(param.isRequired && value !== '' ? [] : [LEFT_OUT]),
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        onChange={onInput}
      />
    );
  return (
    <TextField
      label={labelOf(param)}
      hint={[kindOf(param), param.description].filter((part) => part !== '').join(' · ')}
      isCode
      isRequired={param.isRequired}
      lines={isLong(param) ? LONG_LINES : 1}
      {...{ value, problem, onInput }}
    />
  );
}

const labelOf = ({ name, isRequired }: DescribedParam): string => (isRequired ? name : `${name} (optional)`);

const isLong = ({ schema }: DescribedParam): boolean =>
  schema['type'] === 'object' || schema['type'] === 'array';

function kindOf(param: DescribedParam): string {
  if (isText(param)) return 'text';
  const { type, minimum, maximum } = param.schema;
  const bounds = typeof minimum === 'number' ? ` from ${minimum}` : '';
  const end = typeof maximum === 'number' ? ` to ${maximum}` : '';
  if (isLong(param)) return `JSON ${String(type)}`;
  return typeof type === 'string' ? `${type}${bounds}${end}` : 'JSON';
}

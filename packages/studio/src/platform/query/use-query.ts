import { useMemo, useState } from 'preact/hooks';
import { flattenProperties } from '../../contract/property-limits.js';
import { getList } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';
import { getValue, readDocument, type StoredDocument } from '../values/document.js';
import { createExample } from '../values/example-value.js';
import { getFieldType } from '../values/field-type.js';
import { findSchema } from '../values/property-schema.js';
import { formatTyped, type FieldTexts } from '../values/property-value.js';
import {
  createQueryParams,
  listQueryChoices,
  pickChoice,
  type QueryChoice,
  type RangeOperator,
} from './query-choice.js';

const MAX_EXAMPLES = 20;

/** Returns the state of the query form: the choice, the values of its fields, and the query. */
export function useQuery(selected: SelectedType, state: PlatformState) {
  const { contract, type } = selected;
  const choices = useMemo(() => listQueryChoices(type), [type]);
  const [choiceId, setChoiceId] = useState(() => pickChoice(choices).id);
  const [typed, setTyped] = useState<FieldTexts>({});
  const [operator, setOperator] = useState<RangeOperator>('any');
  const [isDescending, setIsDescending] = useState(false);
  const choice = choices.find(({ id }) => id === choiceId) ?? pickChoice(choices);
  const place = { contractId: contract.id, documentType: type.name };
  const { value: examples = [] } = useRequest(
    async () =>
      getList(await platform.call('getDocuments', { ...place, limit: MAX_EXAMPLES })).map(readDocument),
    [contract.id, type.name],
  );
  const fields = [...choice.equal, ...(choice.last ? [choice.last.field] : [])];
  const values = Object.fromEntries(
    fields.map((field) => [field, typed[field] ?? createValue(selected, state, choice, field, examples)]),
  );
  const query = createQueryParams(type, choice, { values, operator, isDescending });
  return {
    choices,
    choice,
    fields,
    values,
    operator,
    isDescending,
    query,
    params: { ...place, ...query },
    choose: (id: string): void => {
      setChoiceId(id);
      setOperator('any');
    },
    setValue: (field: string, text: string): void => setTyped({ ...typed, [field]: text }),
    setOperator,
    setIsDescending,
  };
}

/** Creates the first text of a field: values of the documents, or an example where there are none. */
function createValue(
  selected: SelectedType,
  state: PlatformState,
  { last }: QueryChoice,
  field: string,
  documents: readonly StoredDocument[],
): string {
  const found = documents
    .map(({ json }) => getValue(json, field))
    .filter((value) => value !== null && value !== undefined);
  const type = getFieldType(selected.type, field);
  const texts = [...new Set(found.map((value) => formatTyped(type, value)))];
  if (last?.field === field && last.ask === 'several' && texts.length > 0)
    return texts.slice(0, 3).join(', ');
  return texts[0] ?? createFieldExample(selected, state, field);
}

function createFieldExample({ contract, type }: SelectedType, state: PlatformState, field: string): string {
  if (getFieldType(type, field) === 'identifier') return state.actor?.id ?? '';
  if (field.startsWith('$')) return String(field.endsWith('At') ? state.status.time : state.status.height);
  const property = flattenProperties(type).find(({ path }) => path === field);
  if (property === undefined) return '';
  const schema = findSchema(contract.json, type.name, field);
  return createExample(property, schema, { turn: 0, identityId: state.actor?.id ?? '' });
}

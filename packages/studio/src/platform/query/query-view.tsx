import { Badge } from '../../components/badge.js';
import { CodeBlock } from '../../components/code-block.js';
import { Panel } from '../../components/panel.js';
import { Select } from '../../components/select.js';
import { TextField } from '../../components/text-field.js';
import { describeSystemField } from '../../contract/field-words.js';
import { getMembers, getText } from '../../json/json-values.js';
import { createCurlLine } from '../../rpc/curl-line.js';
import { createRequestText, type Params } from '../../rpc/json-rpc-client.js';
import { platform, PLATFORM_PATH } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatTime } from '../../text/format-time.js';
import { DocumentTable } from '../documents/document-table.js';
import { IdentityField } from '../fields/identity-field.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';
import { getFieldType } from '../values/field-type.js';
import { readRejection } from '../values/rejection.js';
import { listRangeOperators } from './query-choice.js';
import { useQuery } from './use-query.js';

interface QueryProps {
  readonly selected: SelectedType;
  readonly state: PlatformState;
}

/** Shows a form for the queries that the indices serve, the matching documents, and the query as JSON and curl. */
export function QueryView({ selected, state }: QueryProps) {
  const form = useQuery(selected, state);
  const { choices, choice, isDescending, query, params } = form;
  return (
    <div class="platform-columns">
      <Panel title="Query">
        <div class="document-form">
          <Select
            label="Documents with"
            value={choice.id}
            options={choices.map(({ id, label }) => ({ value: id, label }))}
            onChange={form.choose}
          />
          {form.fields.map((field) => (
            <FieldClause key={`${choice.id} ${field}`} {...{ selected, state, form, field }} />
          ))}
          {choice.last !== undefined && (
            <Select
              label="Order"
              value={isDescending ? 'desc' : 'asc'}
              options={[
                { value: 'asc', label: 'ascending' },
                { value: 'desc', label: 'descending' },
              ]}
              onChange={(order) => form.setIsDescending(order === 'desc')}
            />
          )}
          <Explanation params={params} />
          <p class="muted">
            The form offers only queries that an index serves: the network rejects all others.
          </p>
        </div>
      </Panel>
      <div class="platform-stack">
        <Panel title="Documents">
          <DocumentTable selected={selected} state={state} query={query} />
        </Panel>
        <CodeBlock label="The query as JSON" text={JSON.stringify(params, undefined, 2)} />
        <CodeBlock
          label="The same with curl"
          text={createCurlLine(location.origin + PLATFORM_PATH, createRequestText(1, 'getDocuments', params))}
        />
      </div>
    </div>
  );
}

/** Shows which index serves a query. */
function Explanation({ params }: { readonly params: Params }) {
  const { value: explanation, error } = useRequest(
    () => platform.call('explainQuery', params),
    [JSON.stringify(params)],
  );
  if (error !== undefined) return <RejectionNotice rejection={readRejection(error)} />;
  if (explanation === undefined) return null;
  const index = getText(explanation, 'index');
  const isServed = getMembers(explanation)['ok'] === true;
  return (
    <p role="status">
      <Badge tone={isServed ? 'good' : 'bad'}>
        {isServed ? (index === '' ? 'no index needed' : `index ${index}`) : 'no index'}
      </Badge>{' '}
      <span class="muted">{getText(explanation, 'text')}</span>
    </p>
  );
}

interface FieldProps extends QueryProps {
  readonly form: ReturnType<typeof useQuery>;
  readonly field: string;
}

function FieldClause({ selected, state, form, field }: FieldProps) {
  const { last } = form.choice;
  const isLast = last?.field === field;
  const isRange = isLast && last.ask === 'range';
  const name = describeSystemField(field) ?? field;
  return (
    <div class="document-form">
      {isRange && (
        <Select
          label={name}
          value={form.operator}
          options={listRangeOperators(getFieldType(selected.type, field))}
          onChange={form.setOperator}
        />
      )}
      {!(isRange && form.operator === 'any') && (
        <ValueField
          {...{ selected, state, form, field }}
          label={isRange ? `${name}: the bound` : name}
          isList={isLast && last.ask === 'several'}
        />
      )}
    </div>
  );
}

function ValueField(props: FieldProps & { readonly label: string; readonly isList: boolean }) {
  const { selected, state, form, field, label, isList } = props;
  const value = form.values[field] ?? '';
  const onInput = (text: string): void => form.setValue(field, text);
  if (getFieldType(selected.type, field) === 'identifier' && !isList)
    return <IdentityField {...{ label, value, onInput }} identities={state.identities} canBeEmpty />;
  const isTime = /^\$\w+At$/.test(field) && /^\d+$/.test(value);
  const hint = isList ? 'values separated by commas' : isTime ? formatTime(Number(value)) : '';
  return <TextField {...{ label, value, onInput, hint }} />;
}

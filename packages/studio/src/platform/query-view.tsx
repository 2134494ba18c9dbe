import { useMemo, useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { CodeBlock } from '../components/code-block.js';
import { Panel } from '../components/panel.js';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { curlLine } from '../console/call-text.js';
import { fieldWords } from '../contract/field-words.js';
import { flatProperties } from '../contract/property-limits.js';
import { requestText } from '../rpc/json-rpc-client.js';
import { platform, PLATFORM_PATH } from '../rpc/platform.js';
import { listOf, membersOf, textAt } from './answer.js';
import { documentOf, valueAt } from './document.js';
import { DocumentTable } from './document-table.js';
import { exampleText } from './example-value.js';
import { fieldType } from './field-type.js';
import { IdentityField } from './identity-field.js';
import {
  firstChoice,
  queryChoices,
  queryParams,
  rangeOperators,
  type RangeOperator,
} from './query-choice.js';
import { schemaAt } from './property-schema.js';
import { textOf, type Written } from './property-value.js';
import { refusalOf } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import { timeWords } from './time-words.js';
import { useAnswer } from './use-answer.js';
import type { World } from './world.js';

/** Finds documents: only what an index serves can be asked for. Tells which one it is, and the query to copy. */
export function QueryView({ inUse, world }: { readonly inUse: TypeInUse; readonly world: World }) {
  const { contract, type } = inUse;
  const choices = useMemo(() => queryChoices(type), [type]);
  const [choiceId, setChoiceId] = useState(() => firstChoice(choices).id);
  const [typed, setTyped] = useState<Written>({});
  const [operator, setOperator] = useState<RangeOperator>('any');
  const [isDescending, setIsDescending] = useState(false);
  const choice = choices.find(({ id }) => id === choiceId) ?? firstChoice(choices);
  const of = { contractId: contract.id, documentType: type.name };
  const { value: examples } = useAnswer(
    async () => listOf(await platform.call('getDocuments', { ...of, limit: 20 })).map(documentOf),
    [contract.id, type.name],
  );
  const fields = [...(choice.equal ?? []), ...(choice.last ? [choice.last.field] : [])];
  const values = Object.fromEntries(
    fields.map((field): [string, string] => {
      const found = (examples ?? [])
        .map(({ json }) => valueAt(json, field))
        .filter((value) => value !== null && value !== undefined);
      const texts = [...new Set(found.map((value) => textOf(fieldType(type, field), value ?? '')))];
      const isSeveral = choice.last?.field === field && choice.last.ask === 'several';
      return [
        field,
        typed[field] ??
          (isSeveral && texts.length > 0
            ? texts.slice(0, 3).join(', ')
            : (texts[0] ?? exampleOf(inUse, world, field))),
      ];
    }),
  );
  const query = queryParams(type, choice, { values, operator, isDescending });
  const params = { ...of, ...query };
  const { value: explanation, error } = useAnswer(
    () => platform.call('explainQuery', params),
    [JSON.stringify(params)],
  );
  const index = textAt(explanation, 'index');
  const isServed = membersOf(explanation)['ok'] === true;
  const isRange = choice.last?.ask === 'range';
  return (
    <div class="platform-columns">
      <Panel title="Find documents with">
        <div class="document-form">
          <Select
            label="Find"
            value={choiceId}
            options={choices.map(({ id, label }) => ({ value: id, label }))}
            onChange={(id) => {
              setChoiceId(id);
              setOperator('any');
            }}
          />
          {fields.map((field) => {
            const isLast = choice.last?.field === field;
            const onInput = (text: string): void => setTyped({ ...typed, [field]: text });
            return (
              <div key={`${choiceId} ${field}`} class="document-form">
                {isLast && isRange && (
                  <Select
                    label={fieldWords(field) ?? field}
                    value={operator}
                    options={rangeOperators(fieldType(type, field))}
                    onChange={setOperator}
                  />
                )}
                {!(isLast && isRange && operator === 'any') && (
                  <QueryField
                    label={
                      isLast && isRange
                        ? `${fieldWords(field) ?? field}: the bound`
                        : (fieldWords(field) ?? field)
                    }
                    field={field}
                    isList={isLast && choice.last?.ask === 'several'}
                    value={values[field] ?? ''}
                    inUse={inUse}
                    world={world}
                    onInput={onInput}
                  />
                )}
              </div>
            );
          })}
          {choice.last !== undefined && (
            <Select
              label="Order"
              value={isDescending ? 'desc' : 'asc'}
              options={[
                { value: 'asc', label: 'smallest first' },
                { value: 'desc', label: 'greatest first' },
              ]}
              onChange={(order) => setIsDescending(order === 'desc')}
            />
          )}
          {error !== undefined && <RefusalNotice refusal={refusalOf(error)} />}
          {explanation !== undefined && (
            <p role="status">
              <Badge tone={isServed ? 'good' : 'bad'}>
                {isServed ? (index === '' ? 'no index needed' : `index ${index}`) : 'no index'}
              </Badge>{' '}
              <span class="muted">{textAt(explanation, 'text')}</span>
            </p>
          )}
          <p class="muted">
            Only what an index of the contract serves is offered: the network refuses the rest.
          </p>
        </div>
      </Panel>
      <div class="platform-stack">
        <Panel title="Found">
          <DocumentTable inUse={inUse} world={world} query={query} />
        </Panel>
        <CodeBlock label="The query as JSON" text={JSON.stringify(params, undefined, 2)} />
        <CodeBlock
          label="The same with curl"
          text={curlLine(location.origin + PLATFORM_PATH, requestText(1, 'getDocuments', params))}
        />
      </div>
    </div>
  );
}

/** A value to ask for where no document has one yet. */
function exampleOf({ contract, type }: TypeInUse, world: World, field: string): string {
  const kind = fieldType(type, field);
  if (kind === 'identifier') return world.actor.id;
  if (field.startsWith('$')) return String(field.endsWith('At') ? world.status.time : world.status.height);
  const property = flatProperties(type).find(({ path }) => path === field);
  const wishes = { turn: 0, identityId: world.actor.id };
  return property === undefined
    ? ''
    : exampleText(property, schemaAt(contract.json, type.name, field), wishes);
}

function QueryField(props: {
  readonly label: string;
  readonly field: string;
  readonly isList: boolean;
  readonly value: string;
  readonly inUse: TypeInUse;
  readonly world: World;
  readonly onInput: (text: string) => void;
}) {
  const { label, field, isList, value, inUse, world, onInput } = props;
  if (fieldType(inUse.type, field) === 'identifier' && !isList)
    return (
      <IdentityField label={label} value={value} onInput={onInput} identities={world.identities} canBeEmpty />
    );
  const isTime = /^\$\w+At$/.test(field) && /^\d+$/.test(value);
  return (
    <TextField
      label={label}
      value={value}
      onInput={onInput}
      hint={isList ? 'values, with commas between them' : isTime ? timeWords(Number(value)) : ''}
    />
  );
}

import type { ContractDescription, DocumentTypeDescription, PropertyDescription } from '@dapikit/contract';
import { useMemo } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { DataTable, type Column } from '../components/data-table.js';
import { IndexView } from './index-view.js';
import { flatProperties, limitsOf, schemaOfType, TYPE_WORDS } from './property-limits.js';

/** What each document type holds, and what can be found in it. */
export function DocumentsView(props: { readonly text: string; readonly description: ContractDescription }) {
  const { text, description } = props;
  const contract = useMemo((): unknown => JSON.parse(text), [text]);
  return (
    <div class="documents-view">
      {description.documentTypes.map((type) => (
        <DocumentTypeView key={type.name} type={type} contract={contract} />
      ))}
    </div>
  );
}

function DocumentTypeView({
  type,
  contract,
}: {
  readonly type: DocumentTypeDescription;
  readonly contract: unknown;
}) {
  const schema = useMemo(() => schemaOfType(contract, type.name), [contract, type.name]);
  const properties = flatProperties(type);
  const columns: readonly Column<PropertyDescription>[] = [
    { title: 'Property', cell: ({ path }) => <code>{path}</code> },
    {
      title: 'Holds',
      cell: ({ type, byteLength }) =>
        byteLength === undefined ? TYPE_WORDS[type] : `${TYPE_WORDS[type]}, ${byteLength} bytes`,
    },
    { title: 'Limits', cell: ({ path }) => limitsOf(schema, path).join(', ') || '–' },
    { title: 'Needed', cell: ({ required }) => (required ? 'yes' : 'no') },
  ];
  return (
    <section class="document-type" aria-label={`Document type ${type.name}`}>
      <header>
        <h3>{type.name}</h3>
        <p class="document-type-traits">
          {traits(type).map((trait) => (
            <Badge key={trait}>{trait}</Badge>
          ))}
        </p>
      </header>
      <DataTable
        label={`Properties of ${type.name}`}
        columns={columns}
        rows={properties}
        keyOf={({ path }) => path}
      />
      {type.recordedTimes.length > 0 && (
        <p class="document-type-note">
          Recorded with each document: {type.recordedTimes.map((name) => name.replace('$', '')).join(', ')}.
        </p>
      )}
      {type.indices.length === 0 ? (
        <p class="document-type-note">No index: its documents are found by their ids only, or all at once.</p>
      ) : (
        type.indices.map((index) => (
          <IndexView
            key={index.name}
            index={index}
            indices={type.indices}
            isText={(field) => properties.some(({ path, type }) => path === field && type === 'string')}
          />
        ))
      )}
    </section>
  );
}

const CREATORS = ['anybody creates', 'only the owner of the contract creates', 'nobody creates'];

/** What can be done with documents of a type. */
function traits(type: DocumentTypeDescription): readonly string[] {
  const said: readonly (readonly [boolean, string, string?])[] = [
    [true, CREATORS[type.creationRestrictionMode] ?? ''],
    [type.documentsMutable, 'can be changed', 'never changes'],
    [type.canBeDeleted && !type.documentsKeepHistory, 'can be deleted', 'stays for ever'],
    [type.documentsKeepHistory, 'keeps its history'],
    [type.transferable === 1, 'can be given away'],
    [type.tradeMode === 1, 'can be sold'],
    [type.totals.countable !== 'notCountable', 'counted'],
    [type.totals.summable !== undefined, `sums ${type.totals.summable}`],
    [Object.keys(type.tokenCost).length > 0, 'costs tokens'],
  ];
  return said
    .map(([holds, words, otherwise]) => (holds ? words : otherwise))
    .filter((words) => words !== undefined);
}

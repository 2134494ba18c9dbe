import { formatCount, listCounts } from '../contract/index-queries.js';
import type {
  ContractDescription,
  DocumentTypeDescription,
  IndexDescription,
  PropertyDescription,
} from '@dapikit/contract';
import { useMemo } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { DataTable, type Column } from '../components/data-table.js';
import { listTraits } from '../contract/type-traits.js';
import { IndexView } from './index-view.js';
import {
  flattenProperties,
  describeLimits,
  findTypeSchema,
  TYPE_NAMES,
} from '../contract/property-limits.js';

/** Shows the properties and indices of each document type. */
export function DocumentTypesView(props: {
  readonly text: string;
  readonly description: ContractDescription;
}) {
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
  const schema = useMemo(() => findTypeSchema(contract, type.name), [contract, type.name]);
  const properties = flattenProperties(type);
  const columns: readonly Column<PropertyDescription>[] = [
    { title: 'Property', cell: ({ path }) => <code>{path}</code> },
    {
      title: 'Type',
      cell: ({ type, byteLength }) =>
        byteLength === undefined ? TYPE_NAMES[type] : `${TYPE_NAMES[type]}, ${byteLength} bytes`,
    },
    { title: 'Limits', cell: ({ path }) => describeLimits(schema, path).join(', ') || '–' },
    { title: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  ];
  return (
    <section class="document-type" aria-label={`Document type ${type.name}`}>
      <header>
        <h3>{type.name}</h3>
        <p class="document-type-traits">
          {listTraits(type).map((trait) => (
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
        <p class="document-type-note">No index: queries find its documents by id only, or all of them.</p>
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
      {type.counters?.map((counter) => (
        <CounterNote key={counter.name} counter={counter} />
      ))}
    </section>
  );
}

/** Says what a counter of entries counts, and which counts it serves. */
function CounterNote({ counter }: { readonly counter: IndexDescription }) {
  const { name, properties, countsEntriesOf } = counter;
  return (
    <div class="document-type-note">
      <p>
        Index {name} counts the entries of {countsEntriesOf} by {properties.join(', ')}: it serves counts, and
        finds no documents.
      </p>
      <details class="index-view-code">
        <summary>As counts</summary>
        <pre>{listCounts(properties).map(formatCount).join('\n')}</pre>
      </details>
    </div>
  );
}

import type { ContractDescription, DocumentTypeDescription, FeeEstimate } from '@dapikit/contract';
import { Badge } from '../components/badge.js';
import { Icon } from '../components/icon.js';
import { findWrongIndex, formatQuery, listServedQueries } from '../contract/index-queries.js';
import { listTraits } from '../contract/type-traits.js';
import { formatDash } from '../text/format-dash.js';
import { QueryWords } from './query-words.js';

/** Shows what a contract without errors has: its cost, its document types, and the queries that their indices serve. */
export function ContractOverview(props: {
  readonly description: ContractDescription;
  readonly fees: FeeEstimate;
}) {
  const { description, fees } = props;
  const { documentTypes } = description;
  const indices = documentTypes.reduce((sum, type) => sum + type.indices.length, 0);
  return (
    <div class="contract-overview">
      <p class="contract-overview-verdict">
        <Icon name="check" size={16} /> No errors or warnings
      </p>
      <dl class="contract-overview-facts">
        <div>
          <dt>Document types</dt>
          <dd>{documentTypes.length}</dd>
        </div>
        <div>
          <dt>Indices</dt>
          <dd>{indices}</dd>
        </div>
        <div>
          <dt>Registration (estimate)</dt>
          <dd>{formatDash(fees.total.credits)} DASH</dd>
        </div>
      </dl>
      {documentTypes.map((type) => (
        <TypeOverview key={type.name} type={type} />
      ))}
    </div>
  );
}

function TypeOverview({ type }: { readonly type: DocumentTypeDescription }) {
  const isText = (field: string): boolean =>
    type.properties.some(({ path, type: storage }) => path === field && storage === 'string');
  return (
    <section class="type-overview" aria-label={`Document type ${type.name}`}>
      <h3>{type.name}</h3>
      <p class="document-type-traits">
        {listTraits(type).map((trait) => (
          <Badge key={trait}>{trait}</Badge>
        ))}
      </p>
      <p class="type-overview-properties">
        {type.properties.map(({ name, required }) => (
          <code key={name} title={required ? 'required' : 'optional'}>
            {name}
            {required ? '' : '?'}
          </code>
        ))}
      </p>
      {type.indices.length === 0 ? (
        <p class="document-type-note">No index: queries find its documents by id only, or all of them.</p>
      ) : (
        <>
          <h4>Queries find its documents</h4>
          <ul>
            {type.indices.flatMap((index) =>
              listServedQueries(index)
                .filter((query) => findWrongIndex(query, type.indices) === undefined)
                .map((query) => (
                  <li key={`${index.name} ${formatQuery(query)}`}>
                    <QueryWords query={query} isText={isText} />
                  </li>
                )),
            )}
          </ul>
        </>
      )}
    </section>
  );
}

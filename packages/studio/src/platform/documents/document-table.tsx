import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { getInteger, getList, getNumber } from '../../json/json-values.js';
import type { Params } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatDash } from '../../text/format-dash.js';
import { formatTime } from '../../text/format-time.js';
import { findContestedIndex } from '../contests/contested-values.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { getName, shortenId, type NamedId } from '../state/identity.js';
import { useIdNames } from '../names/id-names.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';
import {
  formatValue,
  getTitle,
  listIdentifiers,
  listValueProperties,
  readDocument,
  type StoredDocument,
} from '../values/document.js';
import { readRejection } from '../values/rejection.js';

const PAGE_DOCUMENTS = 8;
/** The most that the network returns of a query. */
const MAX_DOCUMENTS = 100;
const MAX_COLUMNS = 5;

/** Shows the documents that match a query, a page at a time. */
export function DocumentTable(props: {
  readonly selected: SelectedType;
  readonly state: PlatformState;
  /** `where` and `orderBy`. */
  readonly query: Params;
  readonly onOpen?: (document: StoredDocument) => void;
  readonly openId?: string | undefined;
}) {
  const { selected, state, query, onOpen, openId } = props;
  const { type } = selected;
  const { documents, error, page, hasNext, isCutOff, previous, next } = usePages(
    selected,
    query,
    state.revision,
  );
  const named = useIdNames(
    state.identities,
    (documents ?? []).flatMap((document) => listIdentifiers(type, document)),
  );
  if (error !== undefined) return <RejectionNotice rejection={readRejection(error)} />;
  if (documents === undefined) return null;
  if (documents.length === 0 && page === 1)
    return (
      <EmptyState title="No documents yet">
        <span>
          {findContestedIndex(type) === undefined
            ? 'Create the first one: the form is filled in with an example.'
            : 'Contested values appear under Contests until somebody wins them.'}
        </span>
      </EmptyState>
    );
  const columns = createColumns(selected, named, documents);
  return (
    <>
      <DataTable
        label={`Documents of ${type.name}`}
        columns={onOpen ? withOpener(columns, selected, onOpen, openId) : columns}
        rows={documents}
        keyOf={({ id }) => id}
        markedKey={openId}
      />
      {(page > 1 || hasNext) && (
        <div class="row pages">
          <Button size="s" disabled={page === 1} onClick={previous}>
            Previous page
          </Button>
          <span class="muted">Page {page}</span>
          <Button size="s" disabled={!hasNext} onClick={next}>
            Next page
          </Button>
          {isCutOff && (
            <span class="muted">The network returns {MAX_DOCUMENTS} documents of a query at most.</span>
          )}
        </div>
      )}
    </>
  );
}

/**
 * Loads the pages of a query; starts again where the query changes. Behind a start document, the network leaves documents out of
 * queries by values: their pages are read from the beginning.
 */
function usePages({ contract, type }: SelectedType, query: Params, revision: number) {
  const key = JSON.stringify([contract.id, type.name, query]);
  // The last document of each page before the present one.
  const [before, setBefore] = useState<{ readonly key: string; readonly ids: readonly string[] }>({
    key,
    ids: [],
  });
  const ids = before.key === key ? before.ids : [];
  const last = ids.at(-1);
  const isByValues = getList(query['where']).length > 0 || getList(query['orderBy']).length > 0;
  const first = isByValues ? ids.length * PAGE_DOCUMENTS : 0;
  const limit = Math.min(first + PAGE_DOCUMENTS + 1, MAX_DOCUMENTS);
  const { value, error } = useRequest(
    async () =>
      getList(
        await platform.call('getDocuments', {
          contractId: contract.id,
          documentType: type.name,
          ...query,
          limit,
          ...(last !== undefined && !isByValues && { startAfter: last }),
        }),
      ).map(readDocument),
    [key, last, revision],
  );
  useEffect(() => setBefore({ key, ids: [] }), [key]);
  const documents = value?.slice(first, first + PAGE_DOCUMENTS);
  return {
    documents,
    error,
    page: ids.length + 1,
    hasNext: (value?.length ?? 0) > first + PAGE_DOCUMENTS,
    isCutOff: value?.length === MAX_DOCUMENTS && first + PAGE_DOCUMENTS >= MAX_DOCUMENTS,
    previous: () => setBefore({ key, ids: ids.slice(0, -1) }),
    next: () => setBefore({ key, ids: [...ids, documents?.at(-1)?.id ?? ''] }),
  };
}

/** Makes the first column open its document. */
const withOpener = (
  columns: readonly Column<StoredDocument>[],
  { type }: SelectedType,
  onOpen: (document: StoredDocument) => void,
  openId: string | undefined,
): readonly Column<StoredDocument>[] =>
  columns.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          cell: (row: StoredDocument) => (
            <button
              type="button"
              class="row-opener"
              aria-pressed={row.id === openId}
              aria-label={`Open ${getTitle(type, row)}, id ${shortenId(row.id)}`}
              onClick={() => onOpen(row)}
            >
              {column.cell(row)}
            </button>
          ),
        },
  );

function createColumns(
  { type }: SelectedType,
  named: readonly NamedId[],
  rows: readonly StoredDocument[],
): readonly Column<StoredDocument>[] {
  const values = listValueProperties(type)
    .slice(0, MAX_COLUMNS)
    .map((property): Column<StoredDocument> => ({
      title: property.path,
      cell: ({ json }) => formatValue(property, json, named),
      isNumber: /^[uif]\d/.test(property.type),
    }));
  const hasPrices = rows.some(
    ({ json }) => typeof json['$price'] === 'number' || typeof json['$price'] === 'string',
  );
  const optional: readonly (readonly [boolean, Column<StoredDocument>])[] = [
    [type.recordedTimes.includes('$createdAt'), CREATED],
    [type.requiresRevision, REVISION],
    [hasPrices, PRICE],
  ];
  return [
    ...values,
    { title: 'Owner', cell: ({ ownerId }) => getName(named, ownerId) },
    ...optional.flatMap(([isShown, column]) => (isShown ? [column] : [])),
    { title: 'Id', cell: ({ id }) => <code title={id}>{shortenId(id)}</code> },
  ];
}

const CREATED: Column<StoredDocument> = {
  title: 'Created (UTC)',
  cell: ({ json }) => <span class="nowrap">{formatTime(getNumber(json, '$createdAt') ?? 0)}</span>,
};
const REVISION: Column<StoredDocument> = {
  title: 'Revision',
  cell: ({ json }) => getNumber(json, '$revision') ?? '–',
  isNumber: true,
};
const PRICE: Column<StoredDocument> = {
  title: 'Price',
  cell: ({ json }) =>
    getInteger(json, '$price') === 0n ? '–' : `${formatDash(getInteger(json, '$price'))} DASH`,
  isNumber: true,
};

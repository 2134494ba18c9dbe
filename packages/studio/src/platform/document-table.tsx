import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { DataTable, type Column } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { dashAmount } from '../contract/dash-amount.js';
import { platform } from '../rpc/platform.js';
import type { Params } from '../rpc/json-rpc-client.js';
import { creditsAt, listOf, numberAt } from './answer.js';
import { contestedIndexOf } from './contested-values.js';
import { documentOf, documentTitle, shownValue, valueProperties, type StoredDocument } from './document.js';
import { nameOf, shortId } from './identity.js';
import { refusalOf } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import { timeWords } from './time-words.js';
import { useAnswer } from './use-answer.js';
import type { World } from './world.js';

const PAGE = 8;
const MOST_COLUMNS = 5;

/** The documents that a query matches, a page at a time. */
export function DocumentTable(props: {
  readonly inUse: TypeInUse;
  readonly world: World;
  /** `where` and `orderBy`. */
  readonly query: Params;
  readonly onOpen?: (document: StoredDocument) => void;
  readonly openId?: string | undefined;
}) {
  const { inUse, world, query, onOpen, openId } = props;
  const { contract, type } = inUse;
  const key = JSON.stringify([contract.id, type.name, query]);
  // The last document of each page before the one that is shown.
  const [before, setBefore] = useState<{ readonly of: string; readonly ids: readonly string[] }>({
    of: key,
    ids: [],
  });
  const ids = before.of === key ? before.ids : [];
  const last = ids.at(-1);
  const { value, error } = useAnswer(
    async () =>
      listOf(
        await platform.call('getDocuments', {
          contractId: contract.id,
          documentType: type.name,
          ...query,
          limit: PAGE + 1,
          ...(last !== undefined && { startAfter: last }),
        }),
      ).map(documentOf),
    [key, last, world.revision],
  );
  useEffect(() => setBefore({ of: key, ids: [] }), [key]);

  if (error !== undefined) return <RefusalNotice refusal={refusalOf(error)} />;
  if (value === undefined) return null;
  if (value.length === 0 && ids.length === 0)
    return (
      <EmptyState title="No documents yet">
        <span>
          {contestedIndexOf(type) === undefined
            ? 'The first one is a click away: forms are filled in with examples.'
            : 'What somebody contends for stands under Contests until it is won.'}
        </span>
      </EmptyState>
    );
  const rows = value.slice(0, PAGE);
  return (
    <>
      <DataTable
        label={`Documents of ${type.name}`}
        columns={columnsOf(inUse, world, rows).map((column, at) =>
          at > 0 || onOpen === undefined
            ? column
            : {
                ...column,
                cell: (row: StoredDocument) => (
                  <button
                    type="button"
                    class="row-opener"
                    aria-pressed={row.id === openId}
                    aria-label={`Open ${documentTitle(type, row)}`}
                    onClick={() => onOpen(row)}
                  >
                    {column.cell(row)}
                  </button>
                ),
              },
        )}
        rows={rows}
        keyOf={({ id }) => id}
        markedKey={openId}
      />
      {(ids.length > 0 || value.length > PAGE) && (
        <div class="row pages">
          <Button
            size="s"
            disabled={ids.length === 0}
            onClick={() => setBefore({ of: key, ids: ids.slice(0, -1) })}
          >
            Page before
          </Button>
          <span class="muted">Page {ids.length + 1}</span>
          <Button
            size="s"
            disabled={value.length <= PAGE}
            onClick={() => setBefore({ of: key, ids: [...ids, rows.at(-1)?.id ?? ''] })}
          >
            Next page
          </Button>
        </div>
      )}
    </>
  );
}

function columnsOf(
  { type }: TypeInUse,
  { identities }: World,
  rows: readonly StoredDocument[],
): readonly Column<StoredDocument>[] {
  const values = valueProperties(type)
    .slice(0, MOST_COLUMNS)
    .map((property): Column<StoredDocument> => ({
      title: property.path,
      cell: ({ json }) => shownValue(property, json, identities),
      isNumber: /^[uif]\d/.test(property.type),
    }));
  const hasPrices = rows.some(
    ({ json }) => typeof json['$price'] === 'number' || typeof json['$price'] === 'string',
  );
  return [
    ...values,
    { title: 'Owner', cell: ({ ownerId }) => nameOf(identities, ownerId) },
    ...(type.recordedTimes.includes('$createdAt')
      ? [
          {
            title: 'Created (UTC)',
            cell: ({ json }: StoredDocument) => (
              <span class="nowrap">{timeWords(numberAt(json, '$createdAt') ?? 0)}</span>
            ),
          },
        ]
      : []),
    ...(type.requiresRevision
      ? [
          {
            title: 'Revision',
            cell: ({ json }: StoredDocument) => numberAt(json, '$revision') ?? '–',
            isNumber: true,
          },
        ]
      : []),
    ...(hasPrices
      ? [
          {
            title: 'Price',
            cell: ({ json }: StoredDocument) =>
              creditsAt(json, '$price') === 0n ? '–' : `${dashAmount(creditsAt(json, '$price'))} DASH`,
            isNumber: true,
          },
        ]
      : []),
    { title: 'Id', cell: ({ id }) => <code title={id}>{shortId(id)}</code> },
  ];
}

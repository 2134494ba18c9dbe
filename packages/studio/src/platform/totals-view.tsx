import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { Panel } from '../components/panel.js';
import { hrefOf } from '../shell/route.js';
import { BarRow } from './bar-row.js';
import { keptTotals, lackingTotals, type KeptTotal } from './kept-totals.js';
import { askTotals, MOST_DOCUMENTS, type GroupTotal } from './group-totals.js';
import { refusalOf } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import { useAnswer } from './use-answer.js';
import type { World } from './world.js';

/** Counts, sums and averages as far as the contract keeps them, and why the others are not there. */
export function TotalsView({ inUse, world }: { readonly inUse: TypeInUse; readonly world: World }) {
  const lacking = lackingTotals(inUse.type);
  return (
    <div class="platform-stack">
      {keptTotals(inUse.type).length === 0 ? (
        <EmptyState title={`Nothing is counted or summed of ${inUse.type.name}`}>
          <span>The contract has to ask for it before documents are there.</span>
        </EmptyState>
      ) : (
        <Panel title="Totals">
          <TotalCards inUse={inUse} world={world} />
        </Panel>
      )}
      {lacking.length > 0 && (
        <Panel title="What is not kept" aside={<a href={hrefOf('contract')}>Change the contract</a>}>
          <DataTable
            label="Totals that are not kept"
            columns={[
              { title: 'Total', cell: ({ what }) => what },
              { title: 'What would keep it', cell: ({ flag }) => <code>{flag}</code> },
            ]}
            rows={lacking}
            keyOf={({ what }) => what}
          />
        </Panel>
      )}
    </div>
  );
}

/** Each total that a type keeps, as numbers and bars. */
export function TotalCards({ inUse, world }: { readonly inUse: TypeInUse; readonly world: World }) {
  return (
    <div class="platform-stack">
      {keptTotals(inUse.type).map((total) => (
        <TotalCard key={total.indexName} total={total} inUse={inUse} world={world} />
      ))}
    </div>
  );
}

function TotalCard(props: { readonly total: KeptTotal; readonly inUse: TypeInUse; readonly world: World }) {
  const { total, inUse, world } = props;
  const { value, error } = useAnswer(
    () => askTotals(inUse, total, world.identities),
    [inUse, total.indexName, world.revision],
  );
  if (error !== undefined) return <RefusalNotice refusal={refusalOf(error)} />;
  if (value === undefined) return null;
  const { groups, isPartial } = value;
  const all = sumOf(groups);
  const greatest = {
    count: Math.max(1, ...groups.map(({ count }) => count)),
    sum: Math.max(1, ...groups.map(({ sum }) => Number(sum))),
  };
  return (
    <section
      class="total-card"
      aria-label={total.indexName === '' ? 'Of all documents' : `By ${total.indexName}`}
    >
      <h3>{total.indexName === '' ? 'All documents' : `By ${total.properties.join(', ')}`}</h3>
      <dl class="total-numbers">
        {total.counts && <Figure label="count" value={all.count.toLocaleString('en')} />}
        {total.sums !== undefined && (
          <Figure label={`sum of ${total.sums}`} value={all.sum.toLocaleString('en')} />
        )}
        {total.counts && total.sums !== undefined && (
          <Figure label={`average ${total.sums}`} value={averageOf(all)} />
        )}
      </dl>
      {total.properties.length > 0 && groups.length > 0 && (
        <div class="bars">
          {groups.map((group) => (
            <BarRow
              key={group.label}
              label={group.label}
              bars={[
                ...(total.counts
                  ? [{ name: 'count', share: group.count / greatest.count, text: String(group.count) }]
                  : []),
                ...(total.sums === undefined
                  ? []
                  : [
                      {
                        name: 'sum',
                        share: Number(group.sum) / greatest.sum,
                        text: group.sum.toLocaleString('en'),
                      },
                    ]),
              ]}
            />
          ))}
        </div>
      )}
      {isPartial && (
        <p class="muted">
          Of the values that the first {MOST_DOCUMENTS} documents have: there may be others, which are in none
          of these numbers. Ask for one of them by <code>getDocumentsCount</code> in the console.
        </p>
      )}
      {total.properties.length > 0 && groups.length === 0 && (
        <p class="muted">Add a document, and its group stands here.</p>
      )}
    </section>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function sumOf(groups: readonly GroupTotal[]): Pick<GroupTotal, 'count' | 'sum'> {
  return groups.reduce((all, { count, sum }) => ({ count: all.count + count, sum: all.sum + sum }), {
    count: 0,
    sum: 0n,
  });
}

const averageOf = ({ count, sum }: Pick<GroupTotal, 'count' | 'sum'>): string =>
  count === 0 ? '–' : (Number(sum) / count).toLocaleString('en', { maximumFractionDigits: 2 });

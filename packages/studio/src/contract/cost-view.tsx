import type { ContractDescription, FeeComponent, FeeEstimate } from '@dapikit/contract';
import { useMemo } from 'preact/hooks';
import { DataTable, type Column } from '../components/data-table.js';
import { savings } from './cheaper.js';
import { dashAmount } from './dash-amount.js';

const PARTS: Readonly<Record<FeeComponent['part'], string>> = {
  base: 'The contract',
  documentType: 'Document types',
  plainIndex: 'Indices',
  uniqueIndex: 'Unique indices',
  contestedIndex: 'Indices with a vote',
  token: 'Tokens',
  perpetualDistribution: 'Tokens given out over time',
  preProgrammedDistribution: 'Tokens given out at set times',
  keyword: 'Search keywords',
  validation: 'Checking the schemas',
  storage: 'Storage, in bytes',
};

/** What a registration costs, part by part, and what would be cheaper. */
export function CostView(props: {
  readonly text: string;
  readonly fees: FeeEstimate;
  readonly description: ContractDescription | undefined;
}) {
  const { text, fees, description } = props;
  const cheaper = useMemo(
    () => (description === undefined ? [] : savings(text, fees, description)),
    [text, fees, description],
  );
  const total = fees.total.credits;
  const columns: readonly Column<FeeComponent>[] = [
    { title: 'Part', cell: ({ part }) => PARTS[part] },
    { title: 'How many', cell: ({ count }) => count.toLocaleString('en'), isNumber: true },
    { title: 'DASH', cell: ({ credits }) => dashAmount(credits), isNumber: true },
    { title: 'Share', cell: ({ credits }) => <ShareBar of={credits} total={total} /> },
  ];
  return (
    <div class="cost-view">
      <p class="cost-view-total">
        <strong>{dashAmount(total)} DASH</strong>
        <span>to register it. Each update costs as much again.</span>
      </p>
      <DataTable
        label="What each part costs"
        columns={columns}
        rows={fees.components}
        keyOf={({ part }) => part}
      />
      <section>
        <h3>What would be cheaper</h3>
        {cheaper.length === 0 ? (
          <p class="cost-view-note">Nothing here is paid for twice.</p>
        ) : (
          <ul class="cost-view-savings" role="list">
            {cheaper.map(({ title, about, credits }) => (
              <li key={title}>
                <strong>{title}</strong>
                <span class="cost-view-saved">saves {dashAmount(credits)} DASH</span>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p class="cost-view-note">
        Storage is an estimate. The network charges a little more for what it takes to process the
        registration.
      </p>
    </div>
  );
}

function ShareBar({ of, total }: { readonly of: bigint; readonly total: bigint }) {
  const share = total === 0n ? 0 : Number((of * 1000n) / total) / 10;
  return (
    <span class="share-bar">
      <span class="share-bar-fill" style={{ width: `${share}%` }} />
      <span class="visually-hidden">{share} %</span>
    </span>
  );
}

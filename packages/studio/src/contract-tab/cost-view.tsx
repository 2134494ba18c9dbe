import type { ContractDescription, Diagnostic, FeeComponent, FeeEstimate } from '@dapikit/contract';
import { useMemo } from 'preact/hooks';
import { DataTable, type Column } from '../components/data-table.js';
import { Notice } from '../components/notice.js';
import { findSavings } from '../contract/savings.js';
import { formatDash } from '../text/format-dash.js';

const PARTS: Readonly<Record<FeeComponent['part'], string>> = {
  base: 'The contract',
  documentType: 'Document types',
  plainIndex: 'Indices',
  uniqueIndex: 'Unique indices',
  contestedIndex: 'Contested indices',
  token: 'Tokens',
  perpetualDistribution: 'Perpetual token distributions',
  preProgrammedDistribution: 'Pre-programmed token distributions',
  identityDistribution: 'Token distributions once per identity',
  keyword: 'Search keywords',
  validation: 'Schema validation',
  storage: 'Storage, in bytes',
};

/** Shows the parts of a registration fee, and how to pay less. */
export function CostView(props: {
  readonly text: string;
  readonly fees: FeeEstimate;
  readonly description: ContractDescription | undefined;
  readonly diagnostics: readonly Diagnostic[];
}) {
  const { text, fees, description, diagnostics } = props;
  const unusable = diagnostics.find(({ severity }) => severity === 'unusable');
  const savings = useMemo(
    () => (description === undefined ? [] : findSavings(text, fees, description)),
    [text, fees, description],
  );
  const total = fees.total.credits;
  const columns: readonly Column<FeeComponent>[] = [
    { title: 'Part', cell: ({ part, isExact }) => (isExact ? PARTS[part] : `${PARTS[part]} (estimate)`) },
    { title: 'Count', cell: ({ count }) => count.toLocaleString('en'), isNumber: true },
    { title: 'DASH', cell: ({ credits }) => formatDash(credits), isNumber: true },
    { title: 'Share', cell: ({ credits }) => <ShareBar of={credits} total={total} /> },
  ];
  return (
    <div class="cost-view">
      <p class="cost-view-total">
        <strong>{formatDash(total)} DASH</strong>
        <span>(estimate) to register it. Each update costs the registration again.</span>
      </p>
      {unusable !== undefined && (
        <Notice kind="bad" title="The network would accept this contract, but it would be unusable">
          <p>{unusable.message}. The fee would be lost.</p>
        </Notice>
      )}
      <DataTable
        label="Parts of the fee"
        columns={columns}
        rows={fees.components}
        keyOf={({ part }) => part}
      />
      <section>
        <h3>Savings</h3>
        {savings.length === 0 ? (
          <p class="cost-view-note">No savings found.</p>
        ) : (
          <ul class="cost-view-savings" role="list">
            {savings.map(({ title, about, credits }) => (
              <li key={title}>
                <strong>{title}</strong>
                <span class="cost-view-saved">saves {formatDash(credits)} DASH</span>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p class="cost-view-note">
        An estimate leaves out processing of the signature and the trees, which costs about 0.00001 DASH more.
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

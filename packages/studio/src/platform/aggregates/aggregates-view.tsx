import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { Panel } from '../../components/panel.js';
import { createHref } from '../../navigation/route.js';
import { listAggregates, listMissingAggregates, type Aggregate } from './aggregate.js';
import { MAX_GROUPS, readAggregate, type AggregateGroup, type Figures } from './aggregate-groups.js';
import { BarRow } from '../../components/bar-row.js';
import { readRejection } from '../values/rejection.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useRequest } from '../../rpc/use-request.js';
import type { PlatformState } from '../state/use-platform.js';

const PAGE_GROUPS = 10;

/** Shows the counts, sums and averages of a type, and what the contract would need for others. */
export function AggregatesView({
  selected,
  state,
}: {
  readonly selected: SelectedType;
  readonly state: PlatformState;
}) {
  const missing = listMissingAggregates(selected.type);
  return (
    <div class="platform-stack">
      {listAggregates(selected.type).length === 0 ? (
        <EmptyState title={`No aggregates of ${selected.type.name}`}>
          <span>A contract must enable counts and sums before it is registered.</span>
        </EmptyState>
      ) : (
        <Panel title="Aggregates">
          <AggregateCards selected={selected} state={state} />
        </Panel>
      )}
      {missing.length > 0 && (
        <Panel title="Not available" aside={<a href={createHref('contract')}>Change the contract</a>}>
          <DataTable
            label="Aggregates that are not available"
            columns={[
              { title: 'Aggregate', cell: ({ what }) => what },
              { title: 'Needs', cell: ({ flag }) => <code>{flag}</code> },
            ]}
            rows={missing}
            keyOf={({ what }) => what}
          />
        </Panel>
      )}
    </div>
  );
}

/** Shows each aggregate of a type as figures and bars. */
export function AggregateCards({
  selected,
  state,
}: {
  readonly selected: SelectedType;
  readonly state: PlatformState;
}) {
  return (
    <div class="platform-stack">
      {listAggregates(selected.type).map((aggregate) => (
        <AggregateCard key={aggregate.indexName} aggregate={aggregate} selected={selected} state={state} />
      ))}
    </div>
  );
}

function AggregateCard(props: {
  readonly aggregate: Aggregate;
  readonly selected: SelectedType;
  readonly state: PlatformState;
}) {
  const { aggregate, selected, state } = props;
  const { value, error } = useRequest(
    () => readAggregate(selected, aggregate, state.identities),
    [selected, aggregate.indexName, state.revision],
  );
  if (error !== undefined) return <RejectionNotice rejection={readRejection(error)} />;
  if (value === undefined) return null;
  const { total, groups, isComplete } = value;
  const isOfType = aggregate.properties.length === 0;
  const title = isOfType ? 'All documents' : `By ${aggregate.properties.join(', ')}`;
  return (
    <section class="aggregate-card" aria-label={title}>
      <h3>{title}</h3>
      {total === undefined ? <UnknownTotal aggregate={aggregate} /> : <Total {...{ aggregate, total }} />}
      {!isOfType && groups.length > 0 && <Groups aggregate={aggregate} groups={groups} />}
      {!isComplete && (
        <p class="muted">Only the first {MAX_GROUPS.toLocaleString('en')} groups are listed.</p>
      )}
      {!isOfType && groups.length === 0 && <p class="muted">Create a document to see its group here.</p>}
    </section>
  );
}

function Total({ aggregate, total }: { readonly aggregate: Aggregate; readonly total: Figures }) {
  const { counts, sums } = aggregate;
  return (
    <dl class="aggregate-figures">
      {counts && <Figure label="count" value={total.count.toLocaleString('en')} />}
      {sums !== undefined && <Figure label={`sum of ${sums}`} value={total.sum.toLocaleString('en')} />}
      {counts && sums !== undefined && <Figure label={`average ${sums}`} value={formatAverage(total)} />}
    </dl>
  );
}

function UnknownTotal({ aggregate: { counts, sums, properties } }: { readonly aggregate: Aggregate }) {
  const flags = [...(counts ? ['"rangeCountable": true'] : []), ...(sums ? ['"rangeSummable": true'] : [])];
  return (
    <p class="muted">
      No total: there are more than {MAX_GROUPS.toLocaleString('en')} groups.
      {properties.length === 1 && (
        <>
          {' '}
          An index with <code>{flags.join(', ')}</code> has one for any number of groups.
        </>
      )}
    </p>
  );
}

function Groups(props: { readonly aggregate: Aggregate; readonly groups: readonly AggregateGroup[] }) {
  const { aggregate, groups } = props;
  const [wanted, setPage] = useState(0);
  const pages = Math.ceil(groups.length / PAGE_GROUPS);
  const page = Math.min(wanted, pages - 1);
  const max = {
    count: Math.max(1, ...groups.map(({ count }) => count)),
    sum: Math.max(1, ...groups.map(({ sum }) => Math.abs(Number(sum)))),
  };
  return (
    <>
      <div class="bars">
        {groups.slice(page * PAGE_GROUPS, (page + 1) * PAGE_GROUPS).map((group, at) => (
          <BarRow key={at} label={group.label} bars={createBars(aggregate, group, max)} />
        ))}
      </div>
      {pages > 1 && (
        <div class="row pages">
          <Button size="s" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous groups
          </Button>
          <span class="muted">
            Page {page + 1} of {pages}, {groups.length.toLocaleString('en')} groups
          </span>
          <Button size="s" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next groups
          </Button>
        </div>
      )}
    </>
  );
}

function createBars(
  { counts, sums }: Aggregate,
  { count, sum }: Figures,
  max: { readonly count: number; readonly sum: number },
) {
  return [
    ...(counts ? [{ name: 'count', share: count / max.count, text: count.toLocaleString('en') }] : []),
    ...(sums === undefined
      ? []
      : [{ name: 'sum', share: Math.abs(Number(sum)) / max.sum, text: sum.toLocaleString('en') }]),
  ];
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const formatAverage = ({ count, sum }: Figures): string =>
  count === 0 ? '–' : (Number(sum) / count).toLocaleString('en', { maximumFractionDigits: 2 });

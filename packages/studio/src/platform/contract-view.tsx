import type { DocumentTypeDescription } from '@dapikit/contract';
import { useEffect, useMemo } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { EmptyState } from '../components/empty-state.js';
import { SubTabs } from '../components/sub-tabs.js';
import { createHref } from '../navigation/route.js';
import { ContractFacts } from './contract-facts.js';
import { ContestsView } from './contests/contests-view.js';
import { DocumentsView } from './documents/documents-view.js';
import { QueryView } from './query/query-view.js';
import {
  describeRegistered,
  type RegisteredContract,
  type SelectedType,
} from './state/registered-contract.js';
import { AggregatesView } from './aggregates/aggregates-view.js';
import type { PlatformActions, PlatformState } from './state/use-platform.js';

type View = 'documents' | 'aggregates' | 'query' | 'contests';

const VIEWS: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'documents', label: 'Documents' },
  { id: 'aggregates', label: 'Aggregates' },
  { id: 'query', label: 'Query' },
  { id: 'contests', label: 'Contests' },
];

/** Shows a contract of the platform, one document type and view at a time. */
export function ContractView(props: {
  readonly contract: RegisteredContract;
  readonly typeName: string | undefined;
  readonly view: string | undefined;
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { contract, typeName, state, actions } = props;
  const { protocolVersion } = state.status;
  const description = useMemo(
    () => describeRegistered(contract, protocolVersion),
    [contract, protocolVersion],
  );
  const types = description?.documentTypes ?? [];
  const type = types.find(({ name }) => name === typeName) ?? types[0];
  const selected = useMemo((): SelectedType | undefined => type && { contract, type }, [contract, type]);
  useEffect(() => {
    if (type !== undefined) announce(`Documents of ${type.name}`);
  }, [type?.name]);
  if (description === undefined)
    return <EmptyState title="This contract cannot be shown">Use the console to access it.</EmptyState>;
  if (type === undefined || selected === undefined)
    return (
      <EmptyState title="This contract has no document types">
        It may define tokens only: <a href={createHref('explorer', ['tokens'])}>see the tokens</a>.
      </EmptyState>
    );
  const view = VIEWS.find(({ id }) => id === props.view)?.id ?? 'documents';
  const go = (name: string, to: View): void => {
    location.hash = createHref('platform', [contract.id, name, to]);
  };
  const parts = { selected, state, actions };
  return (
    <section class="platform-contract" aria-label="The contract">
      <header class="platform-contract-head">
        {types.length > 1 && <TypeSwitch {...{ contract, types, type, view }} />}
        <ContractFacts contract={contract} state={state} />
      </header>
      <SubTabs<View>
        label="Views of the documents"
        current={view}
        onChange={(to) => go(type.name, to)}
        tabs={VIEWS}
      >
        <div key={type.name}>
          {view === 'documents' && <DocumentsView {...parts} />}
          {view === 'aggregates' && <AggregatesView selected={selected} state={state} />}
          {view === 'query' && <QueryView selected={selected} state={state} />}
          {view === 'contests' && <ContestsView {...parts} types={types} />}
        </div>
      </SubTabs>
    </section>
  );
}

function TypeSwitch(
  props: SelectedType & { readonly types: readonly DocumentTypeDescription[]; readonly view: View },
) {
  const { contract, types, type, view } = props;
  return (
    <nav class="switch" aria-label="Document types">
      {types.map(({ name }) => (
        <a
          key={name}
          href={createHref('platform', [contract.id, name, view])}
          aria-current={name === type.name ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

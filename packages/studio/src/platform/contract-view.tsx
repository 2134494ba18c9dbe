import { useEffect, useMemo } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { EmptyState } from '../components/empty-state.js';
import { SubTabs } from '../components/sub-tabs.js';
import { hrefOf } from '../shell/route.js';
import { ContractFacts } from './contract-facts.js';
import { ContestsView } from './contests-view.js';
import { DocumentsView } from './documents-view.js';
import { QueryView } from './query-view.js';
import { descriptionOf, type RegisteredContract, type TypeInUse } from './registered-contract.js';
import { TotalsView } from './totals-view.js';
import type { Hands, World } from './world.js';

type View = 'documents' | 'totals' | 'query' | 'contests';

const VIEWS: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'documents', label: 'Documents' },
  { id: 'totals', label: 'Totals' },
  { id: 'query', label: 'Find' },
  { id: 'contests', label: 'Contests' },
];

/** A contract of the platform: one document type at a time, from several sides. */
export function ContractView(props: {
  readonly contract: RegisteredContract;
  readonly typeName: string | undefined;
  readonly view: string | undefined;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { contract, typeName, world, hands } = props;
  const { protocolVersion } = world.status;
  const description = useMemo(() => descriptionOf(contract, protocolVersion), [contract, protocolVersion]);
  const types = description?.documentTypes ?? [];
  const type = types.find(({ name }) => name === typeName) ?? types[0];
  const inUse = useMemo((): TypeInUse | undefined => type && { contract, type }, [contract, type]);
  useEffect(() => {
    if (type !== undefined) announce(`Documents of ${type.name}`);
  }, [type?.name]);
  if (description === undefined)
    return <EmptyState title="This page cannot read the contract">The console still reaches it.</EmptyState>;
  if (type === undefined || inUse === undefined)
    return <EmptyState title="This contract has no documents">It may define tokens only.</EmptyState>;
  const view = VIEWS.find(({ id }) => id === props.view)?.id ?? 'documents';
  const go = (name: string, to: View): void => {
    location.hash = hrefOf('platform', [contract.id, name, to]);
  };
  const parts = { inUse, world, hands };
  return (
    <section class="platform-contract" aria-label="The contract">
      <header class="platform-contract-head">
        {types.length > 1 && (
          <nav class="switch" aria-label="Document types">
            {types.map(({ name }) => (
              <a
                key={name}
                href={hrefOf('platform', [contract.id, name, view])}
                aria-current={name === type.name ? 'page' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <ContractFacts contract={contract} world={world} />
      </header>
      <SubTabs<View>
        label="Views of the documents"
        current={view}
        onChange={(to) => go(type.name, to)}
        tabs={VIEWS}
      >
        <div key={type.name}>
          {view === 'documents' && <DocumentsView {...parts} />}
          {view === 'totals' && <TotalsView inUse={inUse} world={world} />}
          {view === 'query' && <QueryView inUse={inUse} world={world} />}
          {view === 'contests' && <ContestsView {...parts} types={types} />}
        </div>
      </SubTabs>
    </section>
  );
}

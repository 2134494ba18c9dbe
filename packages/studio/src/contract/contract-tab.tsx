import { hrefOf } from '../shell/route.js';
import type { TabProps } from '../shell/tabs.js';
import { CompareView } from './compare-view.js';
import { useSharedContract } from './shared-contract.js';
import { WriteView } from './write-view.js';

const VIEWS = [
  { id: '', label: 'Write' },
  { id: 'compare', label: 'Compare an update' },
] as const;

/** Writing a contract, and comparing it with the one that it is to replace. */
export default function ContractTab({ route, server }: TabProps) {
  const shared = useSharedContract(route.query.get('c'), route.query.get('v'));
  const view = route.rest[0] === 'compare' ? 'compare' : '';
  return (
    <div class="contract-tab">
      <header class="contract-tab-head">
        <h1>Contract</h1>
        <nav class="switch" aria-label="Views of the contract">
          {VIEWS.map(({ id, label }) => (
            <a
              key={id}
              href={hrefOf('contract', id === '' ? [] : [id])}
              aria-current={id === view ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      {shared}
      {view === 'compare' ? (
        <CompareView of={route.query.get('of')} hasPlatform={server.platform} />
      ) : (
        <WriteView canRegister={server.platform} />
      )}
    </div>
  );
}

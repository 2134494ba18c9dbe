import { Loading } from '../components/loading.js';
import { useDraft } from '../contract/draft.js';
import { useRules } from '../contract/use-rules.js';
import { createHref } from '../navigation/route.js';
import type { TabProps } from '../navigation/tab.js';
import { AttackView } from './attack-view.js';
import { CompareView } from './compare-view.js';
import { useSharedContract } from './shared-contract.js';
import { WriteView } from './write-view.js';

const VIEWS = [
  { id: '', label: 'Write' },
  { id: 'compare', label: 'Compare an update' },
  { id: 'attack', label: 'Attack report' },
] as const;

/** Shows a contract in an editor, compares it with an update, or shows what an attack found. */
export default function ContractTab({ route, server }: TabProps) {
  const shared = useSharedContract(route.query.get('c'), route.query.get('v'));
  const isReady = useRules(useDraft().protocolVersion);
  const view = VIEWS.find(({ id }) => id === route.rest[0])?.id ?? '';
  return (
    <div class="contract-tab">
      <header class="contract-tab-head">
        <h1>Contract</h1>
        <nav class="switch" aria-label="Views of the contract">
          {VIEWS.map(({ id, label }) => (
            <a
              key={id}
              href={createHref('contract', id === '' ? [] : [id])}
              aria-current={id === view ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      {shared}
      {!isReady && <Loading what="the rules of the protocol" />}
      {isReady && view === '' && <WriteView canRegister={server.platform} />}
      {isReady && view === 'compare' && (
        <CompareView initialId={route.query.get('of')} hasPlatform={server.platform} />
      )}
      {view === 'attack' && <AttackView seconds={server.attackSeconds} program={server.program} />}
    </div>
  );
}

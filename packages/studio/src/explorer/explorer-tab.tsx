import { useEffect, useRef } from 'preact/hooks';
import { HashText } from '../components/hash-text.js';
import { SubTabs, type SubTab } from '../components/sub-tabs.js';
import { createProofHref, readProofSubject } from '../navigation/proof-href.js';
import { createHref } from '../navigation/route.js';
import type { TabProps } from '../navigation/tab.js';
import { usePlatformTip } from '../rpc/use-platform-tip.js';
import { DecodeForm } from './decoder/decode-form.js';
import { IdentityList } from './identities/identity-list.js';
import { IdentityView } from './identities/identity-view.js';
import { ProofView } from './proofs/proof-view.js';
import { SearchForm } from './search-form.js';
import { TokenList } from './tokens/token-list.js';
import { TokenView } from './tokens/token-view.js';
import { RejectionList } from './transitions/rejection-list.js';
import { TransitionTable } from './transitions/transition-table.js';
import { TransitionView } from './transitions/transition-view.js';

type View = 'transitions' | 'rejections' | 'identities' | 'tokens' | 'decode';

const VIEWS: readonly SubTab<View>[] = [
  { id: 'transitions', label: 'Transitions' },
  { id: 'rejections', label: 'Rejections' },
  { id: 'identities', label: 'Identities' },
  { id: 'tokens', label: 'Tokens' },
  { id: 'decode', label: 'Decode' },
];

/** The list to which the details of a place belong. */
const LISTS: Readonly<Record<string, View>> = {
  transition: 'transitions',
  identity: 'identities',
  token: 'tokens',
  proof: 'transitions',
};

/** Shows what the platform has executed and stored. `#/explorer/<view>` or `#/explorer/<kind>/<id>`. */
export default function ExplorerTab({ route, server }: TabProps) {
  const [place = 'transitions', id = ''] = route.rest;
  const tip = usePlatformTip();
  const revision = tip && `${tip.height} ${tip.rootHash ?? ''}`;
  const details = useRef<HTMLDivElement>(null);
  const subject = route.query.toString();
  // Opening a row further down moves the focus to its details above the list.
  useEffect(() => details.current?.focus(), [place, id, subject]);
  const view = LISTS[place] ?? VIEWS.find((one) => one.id === place)?.id ?? 'transitions';
  const isDetail = place === 'proof' || (id !== '' && place in LISTS);
  return (
    <div class="explorer">
      <header class="explorer-head">
        <h1>Explorer</h1>
        {tip && <span class="muted">Platform block {tip.height.toLocaleString('en')}</span>}
        {tip?.rootHash !== undefined && (
          <a class="explorer-root" href={createProofHref({})}>
            root <HashText hash={tip.rootHash} />
          </a>
        )}
        <SearchForm />
      </header>
      {isDetail && (
        <div ref={details} tabIndex={-1} class="explorer-details" key={`${place} ${id} ${subject}`}>
          {place === 'proof' && <ProofView subject={readProofSubject(route.query)} revision={undefined} />}
          {place === 'transition' && <TransitionView id={id} revision={revision} />}
          {place === 'identity' && <IdentityView id={id} revision={revision} />}
          {place === 'token' && <TokenView id={id} revision={revision} />}
        </div>
      )}
      {place !== 'proof' && (
        <SubTabs
          label="Views of the explorer"
          tabs={VIEWS}
          current={view}
          onChange={(next) => {
            location.hash = createHref('explorer', [next]);
          }}
        >
          {view === 'transitions' && <TransitionTable revision={revision} openId={id} />}
          {view === 'rejections' && <RejectionList program={server.program} />}
          {view === 'identities' && <IdentityList revision={revision} openId={id} />}
          {view === 'tokens' && <TokenList revision={revision} openId={id} />}
          {view === 'decode' && <DecodeForm />}
        </SubTabs>
      )}
    </div>
  );
}

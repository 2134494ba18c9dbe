import { useEffect, useRef } from 'preact/hooks';
import { HashText } from '../components/hash-text.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { SubTabs, type SubTab } from '../components/sub-tabs.js';
import { createHref } from '../navigation/route.js';
import type { TabProps } from '../navigation/tab.js';
import { useRecentBlocks } from '../rpc/use-recent-blocks.js';
import { BlockList } from './block-list.js';
import { BlockView } from './block-view.js';
import { ChainControls } from './chain-controls.js';
import { MasternodeView } from './masternode-view.js';
import { MempoolView } from './mempool-view.js';
import { SendForm } from './send-form.js';
import { TransactionView } from './transaction-view.js';

type View = 'blocks' | 'mempool' | 'masternodes' | 'send';

const VIEWS: readonly (SubTab<View> & { readonly needsControls?: true })[] = [
  { id: 'blocks', label: 'Blocks' },
  { id: 'mempool', label: 'Mempool', needsControls: true },
  { id: 'masternodes', label: 'Masternodes' },
  { id: 'send', label: 'Send a transaction' },
];

/** Shows the chain: its last blocks, transactions and masternodes, and its controls on a development chain. */
export default function ChainTab({ route, server }: TabProps) {
  const [place = 'blocks', hash = ''] = route.rest;
  const { recent } = useRecentBlocks(server.tip);
  const views = VIEWS.filter(({ needsControls }) => needsControls !== true || server.controls);
  const view = views.find(({ id }) => id === place)?.id ?? 'blocks';
  const [tip] = recent.blocks;
  const details = useRef<HTMLDivElement>(null);
  // Opening a row further down moves the focus to its details above the list.
  useEffect(() => details.current?.focus(), [hash, tip === undefined]);
  return (
    <div class="chain-tab">
      <h1>Chain</h1>
      {server.tip === undefined && (
        <Notice kind="warn" title="No node responds">
          <p>Reload the page once a node responds to see its blocks.</p>
        </Notice>
      )}
      {tip !== undefined && (
        <Panel title={`Tip: block ${tip.height.toLocaleString('en')}`}>
          <HashText hash={tip.hash} isWhole />
          {server.controls && <ChainControls tip={tip} />}
        </Panel>
      )}
      {hash !== '' && server.controls && tip !== undefined && (
        <div ref={details} tabIndex={-1} class="chain-details">
          <Details place={place} hash={hash} tip={tip.hash} />
        </div>
      )}
      <SubTabs
        label="Views of the chain"
        tabs={views}
        current={view}
        onChange={(id) => {
          location.hash = createHref('chain', [id]);
        }}
      >
        {view === 'blocks' && <BlockList recent={recent} hasDetails={server.controls} />}
        {view === 'mempool' && <MempoolView />}
        {view === 'masternodes' && <MasternodeView hasControls={server.controls} />}
        {view === 'send' && <SendForm hasControls={server.controls} />}
      </SubTabs>
    </div>
  );
}

const HASH = /^[\da-f]{64}$/i;

function Details(props: { readonly place: string; readonly hash: string; readonly tip: string }) {
  const { place, hash, tip } = props;
  if (!HASH.test(hash))
    return (
      <Notice kind="warn" title={`${hash} is not a hash`}>
        <p>A hash has 64 hexadecimal digits.</p>
      </Notice>
    );
  if (place === 'block') return <BlockView hash={hash} tip={tip} />;
  return place === 'tx' ? <TransactionView txid={hash} tip={tip} /> : null;
}

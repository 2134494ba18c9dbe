import { useEffect, useRef } from 'preact/hooks';
import { HashText } from '../components/hash-text.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { SubTabs, type SubTab } from '../components/sub-tabs.js';
import { useBlocks } from '../rpc/followed-blocks.js';
import { hrefOf } from '../shell/route.js';
import type { TabProps } from '../shell/tabs.js';
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

/** The chain: its last blocks as they come, what is in them, its masternodes, and sending; on a development chain also its controls. */
export default function ChainTab({ route, server }: TabProps) {
  const [place = 'blocks', of = ''] = route.rest;
  const { known } = useBlocks(server.tip);
  const views = VIEWS.filter(({ needsControls }) => needsControls !== true || server.controls);
  const view = views.find(({ id }) => id === place)?.id ?? 'blocks';
  const [tip] = known.blocks;
  const looked = useRef<HTMLDivElement>(null);
  // What was chosen further down stands above the list: one goes on there, by keyboard and on a phone too.
  useEffect(() => looked.current?.focus(), [of, tip === undefined]);
  return (
    <div class="chain-tab">
      <h1>Chain</h1>
      {server.tip === undefined && (
        <Notice kind="warn" title="No node answers">
          <p>Blocks appear here as soon as one does: load the page again then.</p>
        </Notice>
      )}
      {tip !== undefined && (
        <Panel title={`Tip: block ${tip.height.toLocaleString('en')}`}>
          <HashText hash={tip.hash} isWhole />
          {server.controls && <ChainControls tip={tip} />}
        </Panel>
      )}
      {of !== '' && server.controls && tip !== undefined && (
        <div ref={looked} tabIndex={-1} class="chain-looked">
          {place === 'block' && <BlockView hash={of} tip={tip.hash} />}
          {place === 'tx' && <TransactionView txid={of} tip={tip.hash} />}
        </div>
      )}
      <SubTabs
        label="Views of the chain"
        tabs={views}
        current={view}
        onChange={(id) => {
          location.hash = hrefOf('chain', [id]);
        }}
      >
        {view === 'blocks' && <BlockList known={known} hasDetails={server.controls} />}
        {view === 'mempool' && <MempoolView />}
        {view === 'masternodes' && <MasternodeView hasControls={server.controls} />}
        {view === 'send' && <SendForm hasControls={server.controls} />}
      </SubTabs>
    </div>
  );
}

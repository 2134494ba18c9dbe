import { useState } from 'preact/hooks';
import { CodeBlock } from '../components/code-block.js';
import { Panel } from '../components/panel.js';
import { SubTabs } from '../components/sub-tabs.js';
import type { TabProps } from '../navigation/tab.js';
import { LiveLog } from './live-log.js';
import { listSnippets } from './snippets.js';

/** Shows how programs connect with this server, and what they do. */
export default function ConnectTab({ server }: TabProps) {
  const snippets = listSnippets(location.origin, server.platform);
  const [current, setCurrent] = useState(snippets[0]?.id ?? '');
  const snippet = snippets.find(({ id }) => id === current);
  return (
    <div class="connect">
      <header>
        <h1>Connect</h1>
        <p class="muted">
          Programs for this server, at <code>{location.origin}</code>. They run as they stand.
        </p>
      </header>
      <div class="connect-columns">
        <SubTabs label="Clients" tabs={snippets} current={current} onChange={setCurrent}>
          {snippet && (
            <div class="connect-snippet">
              {snippet.install !== undefined && <CodeBlock label="Install" text={snippet.install} />}
              <CodeBlock label={snippet.label} text={snippet.code} />
              {snippet.note !== undefined && <p class="muted">{snippet.note}</p>}
            </div>
          )}
        </SubTabs>
        {server.platform && (
          <Panel title="Live">
            <LiveLog />
          </Panel>
        )}
      </div>
    </div>
  );
}

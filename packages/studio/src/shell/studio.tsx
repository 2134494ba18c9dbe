import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary } from '../components/error-boundary.js';
import { Notice } from '../components/notice.js';
import { loadServer, NO_SERVER, type Server } from '../rpc/server.js';
import type { Tab } from '../navigation/tab.js';
import { useRoute } from '../navigation/route.js';
import { TabView } from './tab-view.js';
import { tabs } from './tabs.js';
import { TopBar } from './top-bar.js';

/** Loads the code of all tabs after that of the first one, so that they open without the server. */
async function loadOthers(first: Tab, tabsShown: readonly Tab[]): Promise<void> {
  await Promise.allSettled([first.load(), first.loadRest?.()]);
  await Promise.allSettled(tabsShown.map(async ({ load, loadRest }) => Promise.all([load(), loadRest?.()])));
}

/** Shows the page. */
export function Studio() {
  const route = useRoute();
  const [server, setServer] = useState<Server>();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => void loadServer().then(setServer), []);

  const shown = tabs.filter(({ isFor }) => isFor === undefined || (server !== undefined && isFor(server)));
  const tab = route.tab === '' ? shown[0] : shown.find(({ id }) => id === route.tab);

  useEffect(() => {
    if (server !== undefined && tab !== undefined) void loadOthers(tab, shown);
  }, [server]);
  useEffect(() => {
    document.title = tab === undefined ? 'dapikit studio' : `${tab.label} · dapikit studio`;
    // Changing the tab by keyboard moves the focus into it; opening the page does not.
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [tab]);

  return (
    <>
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <TopBar tabs={shown} current={tab?.id} server={server} />
      <main id="main" class="main" tabIndex={-1} ref={main}>
        {tab && (
          <ErrorBoundary key={tab.id}>
            <TabView tab={tab} route={route} server={server ?? NO_SERVER} />
          </ErrorBoundary>
        )}
        {tab === undefined && server !== undefined && (
          <Notice kind="warn" title={`There is no page “${route.tab}” here`}>
            <p>
              {tabs.some(({ id }) => id === route.tab)
                ? 'This server does not offer it.'
                : 'Choose a tab above.'}
            </p>
          </Notice>
        )}
      </main>
    </>
  );
}

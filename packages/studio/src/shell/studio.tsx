import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary } from '../components/error-boundary.js';
import { askServer, type Server } from '../rpc/server.js';
import { useRoute } from './route.js';
import { TabView } from './tab-view.js';
import { tabs } from './tabs.js';
import { TopBar } from './top-bar.js';

const UNKNOWN: Server = { controls: false, platform: false };

/** The whole page. */
export function Studio() {
  const route = useRoute();
  const [server, setServer] = useState<Server>();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => void askServer().then(setServer), []);

  const shown = tabs.filter(({ isFor }) => isFor === undefined || (server !== undefined && isFor(server)));
  const tab = shown.find(({ id }) => id === route.tab) ?? shown[0];

  useEffect(() => {
    document.title = tab === undefined ? 'dapikit studio' : `${tab.label} · dapikit studio`;
    // Whoever changes the tab by keyboard goes on in it; whoever opens the page begins at its top.
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
            <TabView tab={tab} route={route} server={server ?? UNKNOWN} />
          </ErrorBoundary>
        )}
      </main>
    </>
  );
}

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { Notice } from '../components/notice.js';
import type { Tab, TabProps } from '../navigation/tab.js';

/** Shows a tab once its code is loaded. */
export function TabView({ tab, ...props }: TabProps & { readonly tab: Tab }) {
  const [view, setView] = useState<{
    readonly component?: ComponentType<TabProps>;
    readonly hasFailed?: boolean;
  }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    tab
      .load()
      .then(({ default: component }) => !isGone && setView({ component }))
      .catch(() => !isGone && setView({ hasFailed: true }));
    return () => {
      isGone = true;
    };
  }, [tab, attempt]);
  if (view.hasFailed === true)
    return (
      <Notice kind="bad" title={`${tab.label} could not be loaded`}>
        <p>The server does not respond. Check that it is running, then try again.</p>
        <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
      </Notice>
    );
  const { component: View } = view;
  return View === undefined ? <Loading what={tab.label} /> : <View {...props} />;
}

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading } from '../components/loading.js';
import type { Tab, TabProps } from './tabs.js';

/** A tab, once its code has come. */
export function TabView({ tab, ...props }: TabProps & { readonly tab: Tab }) {
  const [view, setView] = useState<{
    readonly component?: ComponentType<TabProps>;
    readonly error?: unknown;
  }>({});
  useEffect(() => {
    let isGone = false;
    tab
      .load()
      .then(({ default: component }) => !isGone && setView({ component }))
      .catch((error: unknown) => !isGone && setView({ error }));
    return () => {
      isGone = true;
    };
  }, [tab]);
  if (view.error !== undefined) throw view.error;
  const { component: View } = view;
  return View === undefined ? <Loading what={tab.label} /> : <View {...props} />;
}

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { scrollRow } from './scroll-row.js';

/** Describes one of several views. */
export interface SubTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Beside the label, such as a count. */
  readonly aside?: ComponentChildren;
}

interface TabListProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly SubTab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
}

/** Shows one of several views: arrow keys, Home and End move between their tabs. */
export function SubTabs<Id extends string>(
  props: TabListProps<Id> & { readonly children: ComponentChildren },
) {
  const { children, ...list } = props;
  const base = useId();
  return (
    <div class="sub-tabs">
      <TabList base={base} {...list} />
      <div
        class="sub-tabs-panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${list.current}`}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

function TabList<Id extends string>(props: TabListProps<Id> & { readonly base: string }) {
  const { base, label, tabs, current, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => scrollRow(list.current, `[data-tab="${current}"]`), [current]);
  const at = tabs.findIndex(({ id }) => id === current);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const moveTo = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onChange(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  return (
    <div
      class="sub-tabs-list"
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={(event) => {
        const target = targets[event.key];
        if (target === undefined) return;
        event.preventDefault();
        moveTo(target);
      }}
    >
      {tabs.map(({ id, label: name, aside }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${base}-${id}`}
          data-tab={id}
          aria-selected={id === current}
          aria-controls={`${base}-panel`}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {name}
          {aside}
        </button>
      ))}
    </div>
  );
}

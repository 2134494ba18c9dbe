import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** One of several views of the same thing. */
export interface SubTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Beside the label, such as a count. */
  readonly aside?: ComponentChildren;
}

/** Views of the same thing, one at a time: arrows, Home and End go from one to the next. */
export function SubTabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly SubTab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
  readonly children: ComponentChildren;
}) {
  const { tabs, current, onChange } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const go = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onChange(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  const at = tabs.findIndex(({ id }) => id === current);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  return (
    <div class="sub-tabs">
      <div
        class="sub-tabs-list"
        role="tablist"
        aria-label={props.label}
        ref={list}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          go(step);
        }}
      >
        {tabs.map(({ id, label, aside }) => (
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
            {label}
            {aside}
          </button>
        ))}
      </div>
      <div
        class="sub-tabs-panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${current}`}
        tabIndex={0}
      >
        {props.children}
      </div>
    </div>
  );
}

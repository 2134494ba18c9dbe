import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

/** How something is meant: it is well, needs care, is wrong, or is just told. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';

export const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  warn: 'alert',
  bad: 'cross',
  info: 'info',
};

/** Something to be read before going on. */
export function Notice(props: {
  readonly kind: Tone;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class={`notice tone-${props.kind}`} role={props.kind === 'bad' ? 'alert' : undefined}>
      <Icon name={TONE_ICONS[props.kind]} />
      <div>
        <strong>{props.title}</strong>
        {props.children}
      </div>
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

/** Describes the tone of a message: success, warning, error or information. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';

/** Defines the icon of each tone. */
export const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  warn: 'alert',
  bad: 'cross',
  info: 'info',
};

/** Shows a message with a title. An error interrupts screen readers. */
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

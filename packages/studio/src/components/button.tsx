import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

/** Shows a button. `kind` is `primary` for the main action, at most once in a view. */
export function Button(props: {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'm' | 's';
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly title?: string;
}) {
  const { kind = 'plain', size = 'm', type = 'button', icon, children, ...rest } = props;
  return (
    <button type={type} class={`button button-${kind} button-${size}`} {...rest}>
      {icon && <Icon name={icon} size={size === 's' ? 15 : 17} />}
      {children}
    </button>
  );
}

import type { IconName } from '../../components/icon.js';

/** Names what a transition is about. */
export type TransitionGroup = 'document' | 'token' | 'contract' | 'identity' | 'vote' | 'address' | 'other';

/** Describes the groups, in the order of a choice. */
export const TRANSITION_GROUPS: readonly {
  readonly group: TransitionGroup;
  readonly label: string;
  readonly icon: IconName;
}[] = [
  { group: 'document', label: 'Documents', icon: 'document' },
  { group: 'token', label: 'Tokens', icon: 'coin' },
  { group: 'contract', label: 'Contracts', icon: 'braces' },
  { group: 'identity', label: 'Identities', icon: 'person' },
  { group: 'vote', label: 'Votes', icon: 'ballot' },
  { group: 'address', label: 'Addresses', icon: 'transfer' },
  { group: 'other', label: 'Others', icon: 'dots' },
];

/** Returns the group of a transition. @param kind in words, such as `document create` */
export function groupOf(kind: string): TransitionGroup {
  if (kind.startsWith('data contract')) return 'contract';
  if (kind.startsWith('masternode')) return 'vote';
  const [first] = kind.split(' ');
  const found = TRANSITION_GROUPS.find(({ group }) => group === first);
  return found?.group ?? 'other';
}

/** Returns the icon of a group. */
export const iconOf = (group: TransitionGroup): IconName =>
  TRANSITION_GROUPS.find((one) => one.group === group)?.icon ?? 'dots';

import type { ComponentChildren } from 'preact';
import { EmptyState } from '../../components/empty-state.js';
import { CreateIdentityButton } from './create-identity-button.js';
import type { ActingState, PlatformActions, PlatformState } from '../state/use-platform.js';

/** Shows what an identity can do; without one, how to create it. */
export function WithActor(props: {
  readonly state: PlatformState;
  readonly actions: PlatformActions;
  readonly children: (state: ActingState) => ComponentChildren;
}) {
  const { state, actions, children } = props;
  const { actor } = state;
  if (actor !== undefined) return <>{children({ ...state, actor })}</>;
  return (
    <EmptyState title="This page has no identity yet">
      <span>An identity signs each change and pays its fee, in DASH of this platform only.</span>
      <CreateIdentityButton state={state} actions={actions} kind="primary" />
    </EmptyState>
  );
}

import type { TokenAction } from '@dapikit/protocol';
import { checkPaused, requireToken, setPaused } from '../../state/token/token-store.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type Emergency = Extract<TokenAction, { readonly action: 'emergencyAction' }>;

/**
 * Plans to pause or resume a token.
 *
 * Source: `token_emergency_action_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 */
export function planEmergency(
  scope: TokenScope,
  { emergencyAction: action, publicNote }: Emergency,
): PlannedEvent {
  const { context, configuration, tokenId } = scope;
  const { view } = context;
  const isPaused = action === 'pause';
  return {
    event: { type: 'emergencyAction', action, note: noteOf(scope, publicNote) },
    isRecorded: true,
    admit: async () => {
      checkAuthorized(scope, configuration.emergencyActionRules, 'emergency action');
      checkSameAction(scope, 'emergencyAction', [
        ['emergency_action', (original) => original.action === action],
      ]);
      checkPaused(await requireToken(view, tokenId), isPaused);
    },
    apply: () => setPaused(view, tokenId, isPaused),
  };
}

import { versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenConfigurationChangeItem } from '../token/token-configuration-change-item.js';
import { tokenBase } from './token-base.js';

/** Changes a setting of a token. */
export const tokenConfigUpdate = versioned('TokenConfigUpdateTransition', [
  struct(
    {
      name: 'TokenConfigUpdateTransitionV0',
      summary: 'Changes a setting of a token.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_config_update_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      updateTokenConfigurationItem: tokenConfigurationChangeItem,
      publicNote: option(text),
    },
  ),
]);

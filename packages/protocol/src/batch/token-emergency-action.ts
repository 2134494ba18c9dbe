import { namesOf, versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Pauses a token, or resumes it. */
export const tokenEmergencyAction = versioned('TokenEmergencyActionTransition', [
  struct(
    {
      name: 'TokenEmergencyActionTransitionV0',
      summary: 'Pauses a token, or resumes it.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_emergency_action_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      emergencyAction: namesOf('TokenEmergencyAction', ['pause', 'resume']),
      publicNote: option(text),
    },
  ),
]);

import type { ValueOf } from '../codec/codec.js';
import { versioned } from '../codec/enum-of.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { authorizedActionTakers } from './authorized-action-takers.js';

/** Describes who may change a setting of a token, and who may change these rules. */
export const changeControlRules = versioned('ChangeControlRules', [
  struct(
    {
      name: 'ChangeControlRulesV0',
      summary: 'Says who may change a setting, and who may say so.',
      source: 'packages/rs-dpp/src/data_contract/change_control_rules/v0/mod.rs',
    },
    {
      authorizedToMakeChange: authorizedActionTakers,
      adminActionTakers: authorizedActionTakers,
      changingAuthorizedActionTakersToNoOneAllowed: bool,
      changingAdminActionTakersToNoOneAllowed: bool,
      selfChangingAdminActionTakersAllowed: bool,
    },
  ),
]);

export type ChangeControlRules = ValueOf<typeof changeControlRules>;

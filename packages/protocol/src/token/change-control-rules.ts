import type { ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, NOTHING, versioned } from '../codec/enum-of.js';
import { u16 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { bool } from '../codec/primitives.js';

const SOURCE = 'packages/rs-dpp/src/data_contract/change_control_rules/authorized_action_takers.rs';

/** Lists who may perform an action on a token. */
export const authorizedActionTakers = enumOf(
  { name: 'AuthorizedActionTakers', tag: 'type' },
  {
    noOne: NOTHING,
    contractOwner: NOTHING,
    identity: struct(
      { name: 'Identity', summary: 'Names one identity.', source: SOURCE },
      { identity: identifier },
    ),
    mainGroup: NOTHING,
    group: struct(
      { name: 'Group', summary: 'Names a group by its position.', source: SOURCE },
      { position: u16 },
    ),
  },
);

export type AuthorizedActionTakers = ValueOf<typeof authorizedActionTakers>;

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

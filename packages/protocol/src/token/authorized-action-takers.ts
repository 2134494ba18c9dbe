import type { ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, NOTHING } from '../codec/enum-of.js';
import { u16 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';

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

import { identifier } from '../codec/bytes.js';
import type { ValueOf } from '../codec/codec.js';
import { enumOf, versioned } from '../codec/enum-of.js';
import { u16 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { tokenEvent } from './token-event.js';

const FOLDER = 'packages/rs-dpp/src/group';

/** Event that the members of a group decide about. */
const groupActionEvent = enumOf(
  { name: 'GroupActionEvent', tag: 'type' },
  {
    tokenEvent: struct(
      { name: 'TokenEvent', summary: 'Is a change of a token.', source: `${FOLDER}/action_event.rs` },
      { event: tokenEvent },
    ),
  },
);

/** Describes an action that a member of a group proposed. */
export const groupAction = versioned('GroupAction', [
  struct(
    {
      name: 'GroupActionV0',
      summary: 'Says who proposed which change of a token.',
      source: `${FOLDER}/group_action/v0/mod.rs`,
    },
    {
      contractId: identifier,
      proposerId: identifier,
      tokenContractPosition: u16,
      event: groupActionEvent,
    },
  ),
]);

export type GroupAction = ValueOf<typeof groupAction>;

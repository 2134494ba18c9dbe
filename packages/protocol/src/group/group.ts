import type { ValueOf } from '../codec/codec.js';
import { versioned } from '../codec/enum-of.js';
import { identifierMapOf } from '../codec/identifier-map-of.js';
import { u32 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';

/** Describes a group of identities that decide together. */
export const group = versioned('Group', [
  struct(
    {
      name: 'GroupV0',
      summary: 'Decides once the power of members that agree reaches the required power.',
      source: 'packages/rs-dpp/src/data_contract/group/v0/mod.rs',
    },
    { members: identifierMapOf(u32), requiredPower: u32 },
  ),
]);

export type Group = ValueOf<typeof group>;

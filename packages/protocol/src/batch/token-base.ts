import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { bool } from '../codec/primitives.js';
import { inlinedOption, named, struct } from '../codec/struct.js';

const POSITION = '$groupContractPosition';

/** Describes the group for which a transition acts. A proposer opens an action, other members agree to it. */
export const groupStateTransitionInfo = struct(
  {
    name: 'GroupStateTransitionInfo',
    summary: 'Names the group and the action that a transition is part of.',
    source: 'packages/rs-dpp/src/group/mod.rs',
  },
  {
    groupContractPosition: named(POSITION, u16),
    actionId: named('$groupActionId', identifier),
    actionIsProposer: named('$groupActionIsProposer', bool),
  },
);

/** Describes the first fields of every token transition. */
export const tokenBase = versioned(
  'TokenBaseTransition',
  [
    struct(
      {
        name: 'TokenBaseTransitionV0',
        summary: 'Names a token, its contract, and the group that acts.',
        source:
          'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_base_transition/v0/mod.rs',
      },
      {
        identityContractNonce: named('$identity-contract-nonce', u64),
        tokenContractPosition: named('$tokenContractPosition', u16),
        dataContractId: named('$dataContractId', identifier),
        tokenId: named('$tokenId', identifier),
        usingGroupInfo: inlinedOption(POSITION, groupStateTransitionInfo),
      },
    ),
  ],
  '$baseFormatVersion',
);

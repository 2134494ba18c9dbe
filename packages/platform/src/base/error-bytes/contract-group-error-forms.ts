import { compareBytes } from '../bytes/compare-bytes.js';
import {
  entriesOf,
  identifierFrom,
  memberOf,
  numberOf,
  positionGap,
  textOf,
  type ContractFacts,
  type ContractRow,
} from './contract-facts.js';

const U8 = 0xff;
const U16 = 0xff_ff;
const U32 = 0xff_ff_ff_ff;

/** Source: `max_contract_group_size` in `packages/rs-platform-version` of dashpay/platform. */
const MAX_GROUP_MEMBERS = 256;
/** Source: `GROUP_POWER_LIMIT` in `packages/rs-dpp` of dashpay/platform. */
const MAX_POWER = U16;
/** The group that the pointer leads into: it begins with `/groups/<position>`. */
const groupOf = (facts: ContractFacts): unknown => facts.upTo(2);
const requiredPower = (facts: ContractFacts): number =>
  numberOf(memberOf(groupOf(facts), 'requiredPower'), U32);

/** Returns the members of the group in the order of the network. */
const membersOf = (facts: ContractFacts): { readonly memberId: Uint8Array; readonly power: number }[] =>
  entriesOf(memberOf(groupOf(facts), 'members'))
    .map(([id, power]) => ({ memberId: identifierFrom(id), power: numberOf(power, U32) }))
    .toSorted((a, b) => compareBytes(a.memberId, b.memberId));

/** Returns the sum of the powers of those members of the group that are counted. */
const powerOf = (facts: ContractFacts, isCounted: (power: number) => boolean): number =>
  membersOf(facts)
    .filter(({ power }) => isCounted(power))
    .reduce((sum, { power }) => sum + power, 0);

/** Returns the member at the pointer; where that is at the required power, the first member with more. */
const powerfulMember = (facts: ContractFacts): { readonly memberId: Uint8Array; readonly power: number } =>
  (facts.name === 'requiredPower'
    ? membersOf(facts).find(({ power }) => power > requiredPower(facts))
    : undefined) ?? { memberId: identifierFrom(facts.name), power: numberOf(facts.value, U32) };

/** Lists the official forms of errors in groups by their codes. */
export const GROUP_ERROR_FORMS: readonly ContractRow[] = [
  [
    10252,
    (facts) => ({
      group: 'basic',
      name: 'NonContiguousContractGroupPositionsError',
      fields: positionGap(facts),
    }),
  ],
  [
    10350,
    ({ value }) => ({
      group: 'basic',
      name: 'GroupPositionDoesNotExistError',
      fields: { missingGroupPosition: numberOf(value, U16) },
    }),
  ],
  [
    10352,
    (facts) => ({
      group: 'basic',
      name: 'GroupTotalPowerLessThanRequiredError',
      fields: { totalPower: powerOf(facts, () => true), requiredPower: requiredPower(facts) },
    }),
  ],
  [
    10353,
    (facts) => ({
      group: 'basic',
      name: 'GroupNonUnilateralMemberPowerHasLessThanRequiredPowerError',
      fields: {
        totalPower: powerOf(facts, (power) => power < requiredPower(facts)),
        requiredPower: requiredPower(facts),
      },
    }),
  ],
  [
    10354,
    () => ({
      group: 'basic',
      name: 'GroupExceedsMaxMembersError',
      fields: { maxMembers: MAX_GROUP_MEMBERS },
    }),
  ],
  [
    10355,
    ({ name }) => ({
      group: 'basic',
      name: 'GroupMemberHasPowerOfZeroError',
      fields: { memberId: identifierFrom(name) },
    }),
  ],
  [
    10356,
    (facts) => {
      const member = powerfulMember(facts);
      const maxPower = member.power > MAX_POWER ? MAX_POWER : requiredPower(facts);
      return { group: 'basic', name: 'GroupMemberHasPowerOverLimitError', fields: { ...member, maxPower } };
    },
  ],
  [10357, () => ({ group: 'basic', name: 'MainGroupIsNotDefinedError', fields: {} })],
  [
    10358,
    (facts) => ({
      group: 'basic',
      name: 'GroupRequiredPowerIsInvalidError',
      fields: { requiredPower: requiredPower(facts), maxPower: MAX_POWER },
    }),
  ],
  [
    10359,
    (facts) => ({
      group: 'basic',
      name: 'GroupHasTooFewMembersError',
      fields: { groupId: numberOf(facts.segment(1), U16) },
    }),
  ],
];

/** Lists the official forms of errors in keywords and descriptions by their codes. */
export const WORD_ERROR_FORMS: readonly ContractRow[] = [
  [
    10262,
    ({ contractId, value }) => ({
      group: 'basic',
      name: 'TooManyKeywordsError',
      // The network keeps eight bits of the number.
      fields: { dataContractId: contractId, keywordsLen: (Array.isArray(value) ? value.length : 0) & U8 },
    }),
  ],
  [
    10264,
    ({ contractId, value }) => ({
      group: 'basic',
      name: 'InvalidDescriptionLengthError',
      fields: { dataContractId: contractId, description: textOf(value) },
    }),
  ],
  ...(
    [
      [10263, 'DuplicateKeywordsError'],
      [10269, 'InvalidKeywordCharacterError'],
      [10270, 'InvalidKeywordLengthError'],
    ] as const
  ).map(([code, name]): ContractRow => [
    code,
    ({ contractId, value }) => ({
      group: 'basic',
      name,
      fields: { dataContractId: contractId, keyword: textOf(value) },
    }),
  ]),
];

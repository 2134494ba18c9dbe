import { parsePosition } from '../model/contract.js';
import type { Contract } from '../model/contract.js';
import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned, findDecodingErrors } from '../model/decoding.js';
import { GROUP_SHAPE } from '../model/token-shape.js';
import { getMember, asObject, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { reportDecoding } from './decoding-report.js';
import { EXAMPLE_ID, contract, grouped, EXAMPLE_OWNER_ID, withToken } from './example.js';
import { OFFICIAL_ERRORS, type Report, type Rule } from './rule.js';

const MAX_MEMBERS = 256;
const MAX_POWER = 65_535n;
const U32 = 2n ** 32n - 1n;

/**
 * Reads the members of a group with their powers, and the required power; returns undefined when they cannot be
 * decoded. A missing format tag does not matter.
 */
function readGroup({ node }: ContractEntry) {
  const group = asObject(node);
  const errors = group === undefined ? [] : findDecodingErrors(group, GROUP_SHAPE);
  if (group === undefined || errors.some(({ isUntagged }) => isUntagged !== true)) return undefined;
  const members = [...(asObject(group.members.get('members'))?.members.values() ?? [])];
  const powers = members.map((power) => [power, decodeUnsigned(power, U32, false) ?? 0n] as const);
  const total = powers.reduce((sum, [, power]) => sum + power, 0n);
  const required = decodeUnsigned(group.members.get('requiredPower'), U32, false) ?? 0n;
  return {
    membersNode: group.members.get('members'),
    requiredNode: group.members.get('requiredPower'),
    powers,
    total,
    required,
  };
}

function checkPositions(node: JsonNode | undefined, subject: Contract, report: Report, what: string): void {
  const entries = subject.readsTokens ? [...(asObject(node)?.members ?? [])] : [];
  const keys = entries.map(([key]) => parsePosition(key));
  if (keys.some((key) => key === undefined)) return;
  const taken = new Set(keys);
  const missing = keys.map((_, at) => BigInt(at)).filter((position) => !taken.has(position));
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? 'is' : 'are';
  report(node, {
    message: `${what} ${missing.slice(0, 10).join(', ')} ${verb} missing: positions must be 0..${keys.length - 1} without gaps`,
  });
}

function checkMap(name: string, subject: Contract, report: Report): void {
  const node = subject.readsTokens ? getMember(subject.root, name) : undefined;
  if (node !== undefined && node.kind !== 'object')
    report(node, { message: `expected an object for ${name}, found ${excerpt(node)}` });
  for (const [key, entry] of asObject(node)?.members ?? [])
    if (parsePosition(key) === undefined)
      report(entry, {
        message: `invalid position "${truncate(key)}": it must be an integer from 0 to 65535`,
        isAtName: true,
      });
}

/** Lists the rules about the maps of groups and tokens. */
export const ENTRY_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'groups-shape',
    title: 'The groups are not an object by position',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    isActive: ({ tokens }) => tokens,
    why: '`groups` is an object whose names are positions, as decimal text.',
    fix: 'Write {"0": …}.',
    wrong: contract({ groups: [] }),
    right: grouped([1, 1], 2),
    check: (subject, report) => checkMap('groups', subject, report),
  },
  {
    code: 'tokens-shape',
    title: 'The tokens are not an object by position',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    isActive: ({ tokens }) => tokens,
    why: '`tokens` is an object whose names are positions, as decimal text.',
    fix: 'Write {"0": …}.',
    wrong: contract({ tokens: null }),
    right: withToken(),
    check: (subject, report) => checkMap('tokens', subject, report),
  },
  {
    code: 'group-positions',
    title: 'The positions of the groups have a gap',
    about: 'contract',
    severity: 'network',
    official: { name: 'NonContiguousContractGroupPositionsError', code: 10252 },
    isActive: ({ tokens }) => tokens,
    why: 'Groups are numbered 0, 1, 2 and so on.',
    fix: 'Number the groups from 0.',
    wrong: grouped([1, 1], 2, '1'),
    right: grouped([1, 1], 2),
    check: (subject, report) =>
      checkPositions(getMember(subject.root, 'groups'), subject, report, 'group position'),
  },
  {
    code: 'token-positions',
    title: 'The positions of the tokens have a gap',
    about: 'contract',
    severity: 'network',
    official: { name: 'NonContiguousContractTokenPositionsError', code: 10253 },
    isActive: ({ tokens }) => tokens,
    why: 'Tokens are numbered 0, 1, 2 and so on.',
    fix: 'Number the tokens from 0.',
    wrong: withToken({}, '1'),
    right: withToken(),
    check: (subject, report) =>
      checkPositions(getMember(subject.root, 'tokens'), subject, report, 'token position'),
  },
];

const isActive = ({ tokens }: { tokens: boolean }): boolean => tokens;

/** Lists the rules about a group. */
export const GROUP_RULES: readonly Rule<'group'>[] = [
  {
    code: 'group-shape',
    title: 'A group is malformed',
    about: 'group',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    isActive,
    why: 'A group has `$formatVersion` "0", `members` (power by identity) and `requiredPower`.',
    fix: 'Write {"$formatVersion": "0", "members": {…}, "requiredPower": …}.',
    wrong: contract({
      groups: { 0: { members: { [EXAMPLE_OWNER_ID]: 1, [EXAMPLE_ID]: 1 }, requiredPower: 1 } },
    }),
    right: grouped([1, 1], 2),
    check({ node }, report) {
      reportDecoding(node, GROUP_SHAPE, report);
    },
  },
  {
    code: 'group-too-small',
    title: 'A group has fewer than two members',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupHasTooFewMembersError', code: 10359 },
    isActive,
    why: 'A group decides together: it has at least two members.',
    fix: 'Add a member, or authorize the identity itself.',
    wrong: grouped([1], 1),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group !== undefined && group.powers.length < 2)
        report(group.membersNode, {
          message: `the group has ${group.powers.length} members: the minimum is 2`,
        });
    },
  },
  {
    code: 'group-too-large',
    title: 'A group has too many members',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupExceedsMaxMembersError', code: 10354 },
    isActive,
    why: `A group has at most ${MAX_MEMBERS} members.`,
    fix: 'Remove members.',
    wrong: grouped(
      Array.from({ length: 257 }, () => 1),
      2,
    ),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group !== undefined && group.powers.length > MAX_MEMBERS)
        report(group.membersNode, {
          message: `the group has ${group.powers.length} members: the maximum is ${MAX_MEMBERS}`,
        });
    },
  },
  {
    code: 'group-member-powerless',
    title: 'A member of a group has no power',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupMemberHasPowerOfZeroError', code: 10355 },
    isActive,
    why: 'The power of a member is at least 1.',
    fix: 'Give the member power, or remove it.',
    wrong: grouped([2, 0], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      for (const [node, power] of readGroup(entry)?.powers ?? [])
        if (power === 0n) report(node, { message: 'the power of the member is 0: the minimum is 1' });
    },
  },
  {
    code: 'group-member-power',
    title: 'A member of a group has more power than required',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupMemberHasPowerOverLimitError', code: 10356 },
    isActive,
    why: `The power of a member is at most the required power, and at most ${MAX_POWER}.`,
    fix: 'Lower the power to requiredPower.',
    wrong: grouped([3, 2], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.required === 0n) return;
      const limit = group.required < MAX_POWER ? group.required : MAX_POWER;
      for (const [node, power] of group.powers)
        if (power > limit)
          report(node, { message: `the power of the member is ${power}: the maximum is ${limit}` });
    },
  },
  {
    code: 'group-required-power',
    title: 'The required power of a group is out of range',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupRequiredPowerIsInvalidError', code: 10358 },
    isActive,
    why: `The required power is 1 to ${MAX_POWER}. (With 0 the network reports the power of a member, 10356.)`,
    fix: 'Set requiredPower to a value in its range.',
    wrong: grouped([1, 1], 0),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || (group.required > 0n && group.required <= MAX_POWER)) return;
      const isReportedAsMemberPower = group.required === 0n && group.powers.some(([, power]) => power > 0n);
      report(group.requiredNode, {
        message: `requiredPower is ${group.required}: it must be 1 to ${MAX_POWER}`,
        ...(isReportedAsMemberPower
          ? { official: { name: 'GroupMemberHasPowerOverLimitError', code: 10356 } }
          : {}),
      });
    },
  },
  {
    code: 'group-total-power',
    title: 'All members of a group together have too little power',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupTotalPowerLessThanRequiredError', code: 10352 },
    isActive,
    why: 'The powers of all members add up to at least the required power.',
    fix: 'Lower requiredPower, or give members more power.',
    wrong: grouped([1, 1], 3),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.powers.length < 2 || group.required > MAX_POWER) return;
      if (group.total < group.required)
        report(group.requiredNode, {
          message: `requiredPower ${group.required} is above the power of all members, ${group.total}`,
        });
    },
  },
  {
    code: 'group-weak-members',
    title: 'The members without unilateral power have too little power together',
    about: 'group',
    severity: 'network',
    official: { name: 'GroupNonUnilateralMemberPowerHasLessThanRequiredPowerError', code: 10353 },
    isActive,
    why: 'If some members can decide alone, the others must be able to decide together.',
    fix: 'Give the weaker members more power, or all members enough to decide alone.',
    wrong: grouped([2, 1], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.total < group.required) return;
      const weak = group.powers.filter(([, power]) => power < group.required);
      const sum = weak.reduce((total, [, power]) => total + power, 0n);
      if (sum > 0n && sum < group.required)
        report(group.membersNode, {
          message: `the members with less than ${group.required} have ${sum} together: they cannot decide`,
        });
    },
  },
];

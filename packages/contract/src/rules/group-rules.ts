import { positionKey } from '../model/contract.js';
import type { Contract } from '../model/contract.js';
import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned, decodingFaults } from '../model/decoding.js';
import { GROUP_SHAPE } from '../model/token-shape.js';
import { cut, excerpt, member, objectOf, type JsonNode } from '../source/json-node.js';
import { reportDecoding } from './decoding-report.js';
import { CONTRACT, contract, grouped, OWNER, withToken } from './example.js';
import { OFFICIAL, type Report, type RuleAbout } from './rule.js';

const MOST_MEMBERS = 256;
const LARGEST_POWER = 65_535n;
const U32 = 2n ** 32n - 1n;

/**
 * The members of a group by power, and the power that a decision takes; nothing when they cannot be decoded. A missing format
 * tag hides nothing of them.
 */
function readGroup({ node }: ContractEntry) {
  const group = objectOf(node);
  const faults = group === undefined ? [] : decodingFaults(group, GROUP_SHAPE);
  if (group === undefined || faults.some(({ isUntagged }) => isUntagged !== true)) return undefined;
  const members = [...(objectOf(group.members.get('members'))?.members.values() ?? [])];
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
  const entries = subject.tokensRead ? [...(objectOf(node)?.members ?? [])] : [];
  const keys = entries.map(([key]) => positionKey(key));
  if (keys.some((key) => key === undefined)) return;
  const taken = new Set(keys);
  const missing = keys.map((_, at) => BigInt(at)).filter((position) => !taken.has(position));
  if (missing.length > 0)
    report(node, {
      message: `expected the ${what} 0 to ${keys.length - 1}, each once, found none that is ${missing.slice(0, 10).join(', ')}`,
    });
}

function checkMap(name: string, subject: Contract, report: Report): void {
  const node = subject.tokensRead ? member(subject.root, name) : undefined;
  if (node !== undefined && node.kind !== 'object')
    report(node, { message: `expected ${name} as an object, found ${excerpt(node)}` });
  for (const [key, entry] of objectOf(node)?.members ?? [])
    if (positionKey(key) === undefined)
      report(entry, { message: `expected a position from 0 to 65535, found "${cut(key)}"`, atName: true });
}

/** What holds for the maps of groups and tokens. */
export const ENTRY_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'groups-shape',
    title: 'The groups are no object by position',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    holds: ({ tokens }) => tokens,
    why: '`groups` is an object whose names are positions, as decimal text.',
    mend: 'Write {"0": …}.',
    wrong: contract({ groups: [] }),
    right: grouped([1, 1], 2),
    check: (subject, report) => checkMap('groups', subject, report),
  },
  {
    code: 'tokens-shape',
    title: 'The tokens are no object by position',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    holds: ({ tokens }) => tokens,
    why: '`tokens` is an object whose names are positions, as decimal text.',
    mend: 'Write {"0": …}.',
    wrong: contract({ tokens: null }),
    right: withToken(),
    check: (subject, report) => checkMap('tokens', subject, report),
  },
  {
    code: 'group-positions',
    title: 'The positions of the groups leave a gap',
    about: 'contract',
    verdict: 'network',
    official: { name: 'NonContiguousContractGroupPositionsError', code: 10252 },
    holds: ({ tokens }) => tokens,
    why: 'Groups are numbered 0, 1, 2 and so on.',
    mend: 'Number the groups from 0.',
    wrong: grouped([1, 1], 2, '1'),
    right: grouped([1, 1], 2),
    check: (subject, report) =>
      checkPositions(member(subject.root, 'groups'), subject, report, 'group positions'),
  },
  {
    code: 'token-positions',
    title: 'The positions of the tokens leave a gap',
    about: 'contract',
    verdict: 'network',
    official: { name: 'NonContiguousContractTokenPositionsError', code: 10253 },
    holds: ({ tokens }) => tokens,
    why: 'Tokens are numbered 0, 1, 2 and so on.',
    mend: 'Number the tokens from 0.',
    wrong: withToken({}, '1'),
    right: withToken(),
    check: (subject, report) =>
      checkPositions(member(subject.root, 'tokens'), subject, report, 'token positions'),
  },
];

const holds = ({ tokens }: { tokens: boolean }): boolean => tokens;

/** What holds for a group. */
export const GROUP_RULES: readonly RuleAbout<'group'>[] = [
  {
    code: 'group-shape',
    title: 'A group is malformed',
    about: 'group',
    verdict: 'network',
    official: OFFICIAL.protocol,
    holds,
    why: 'A group has `$formatVersion` "0", `members` (power by identity) and `requiredPower`.',
    mend: 'Correct the group.',
    wrong: contract({
      groups: { 0: { members: { [OWNER]: 1, [CONTRACT]: 1 }, requiredPower: 1 } },
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
    verdict: 'network',
    official: { name: 'GroupHasTooFewMembersError', code: 10359 },
    holds,
    why: 'A group decides together: it has at least two members.',
    mend: 'Add a member, or name the identity itself.',
    wrong: grouped([1], 1),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group !== undefined && group.powers.length < 2)
        report(group.membersNode, { message: `expected at least 2 members, found ${group.powers.length}` });
    },
  },
  {
    code: 'group-too-large',
    title: 'A group has too many members',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupExceedsMaxMembersError', code: 10354 },
    holds,
    why: `A group has at most ${MOST_MEMBERS} members.`,
    mend: 'Remove members.',
    wrong: grouped(
      Array.from({ length: 257 }, () => 1),
      2,
    ),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group !== undefined && group.powers.length > MOST_MEMBERS)
        report(group.membersNode, {
          message: `expected at most ${MOST_MEMBERS} members, found ${group.powers.length}`,
        });
    },
  },
  {
    code: 'group-member-powerless',
    title: 'A member of a group has no power',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupMemberHasPowerOfZeroError', code: 10355 },
    holds,
    why: 'A member has a power of at least 1.',
    mend: 'Give the member power, or remove it.',
    wrong: grouped([2, 0], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      for (const [node, power] of readGroup(entry)?.powers ?? [])
        if (power === 0n) report(node, { message: 'expected a power of at least 1, found 0' });
    },
  },
  {
    code: 'group-member-power',
    title: 'A member of a group has more power than a decision takes',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupMemberHasPowerOverLimitError', code: 10356 },
    holds,
    why: `A member has at most the power that a decision takes, and at most ${LARGEST_POWER}.`,
    mend: 'Lower the power to requiredPower.',
    wrong: grouped([3, 2], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.required === 0n) return;
      const limit = group.required < LARGEST_POWER ? group.required : LARGEST_POWER;
      for (const [node, power] of group.powers)
        if (power > limit) report(node, { message: `expected a power of at most ${limit}, found ${power}` });
    },
  },
  {
    code: 'group-required-power',
    title: 'The power that a decision takes is out of range',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupRequiredPowerIsInvalidError', code: 10358 },
    holds,
    why: `A decision takes a power of 1 to ${LARGEST_POWER}. (With 0 the network reports the power of a member, 10356.)`,
    mend: 'Correct requiredPower.',
    wrong: grouped([1, 1], 0),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || (group.required > 0n && group.required <= LARGEST_POWER)) return;
      const isMasked = group.required === 0n && group.powers.some(([, power]) => power > 0n);
      report(group.requiredNode, {
        message: `expected a power of 1 to ${LARGEST_POWER}, found ${group.required}`,
        ...(isMasked ? { official: { name: 'GroupMemberHasPowerOverLimitError', code: 10356 } } : {}),
      });
    },
  },
  {
    code: 'group-total-power',
    title: 'All members together have too little power',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupTotalPowerLessThanRequiredError', code: 10352 },
    holds,
    why: 'The powers of all members add up to at least what a decision takes.',
    mend: 'Lower requiredPower, or give members more power.',
    wrong: grouped([1, 1], 3),
    right: grouped([1, 1], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.powers.length < 2 || group.required > LARGEST_POWER) return;
      if (group.total < group.required)
        report(group.requiredNode, {
          message: `expected at most ${group.total}, the power of all members, found ${group.required}`,
        });
    },
  },
  {
    code: 'group-weak-members',
    title: 'The weaker members together have too little power',
    about: 'group',
    verdict: 'network',
    official: { name: 'GroupNonUnilateralMemberPowerHasLessThanRequiredPowerError', code: 10353 },
    holds,
    why: 'Beside members that can decide alone, the others must be able to decide together.',
    mend: 'Give the weaker members more power, or all members enough to decide alone.',
    wrong: grouped([2, 1], 2),
    right: grouped([2, 2], 2),
    check(entry, report) {
      const group = readGroup(entry);
      if (group === undefined || group.total < group.required) return;
      const weak = group.powers.filter(([, power]) => power < group.required);
      const sum = weak.reduce((total, [, power]) => total + power, 0n);
      if (sum > 0n && sum < group.required)
        report(group.membersNode, {
          message: `expected the members below ${group.required} to have that power together, found ${sum}`,
        });
    },
  },
];

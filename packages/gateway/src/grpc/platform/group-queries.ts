import type { GroupActionStatus, GroupInfo } from '@dapikit/platform';
import { groupActionSignersQuery, groupActionsQuery, groupInfoQuery, groupInfosQuery } from '@dapikit/proof';
import { GetGroupActionsRequest_ActionStatus as ActionStatus, Platform } from '../generated/dapi_pb.js';
import { groupActionEvent } from './group-action-event.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit, readU16 } from './request-values.js';

const membersOf = ({ members }: GroupInfo): { memberId: Uint8Array; power: number }[] =>
  members.map(({ id, power }) => ({ memberId: id, power }));

interface GroupFields {
  readonly contractId: Uint8Array;
  readonly groupContractPosition: number;
}

const readGroup = ({ contractId, groupContractPosition }: GroupFields) => ({
  contractId: readIdentifier(contractId, 'contract_id'),
  position: readU16(groupContractPosition, 'group_contract_position'),
});

export const getGroupInfo = platformQuery(Platform.method.getGroupInfo, {
  summary: 'Returns a group of a contract',
  description: 'Without a group where there is none.',
  read: readGroup,
  answer: async ({ contractId, position }, state) => {
    const [group] = await state.groups(contractId, {
      start: { position, isIncluded: true },
      limit: 1,
    });
    const isThere = group?.position === position;
    return oneofMember(
      'groupInfo',
      isThere ? { groupInfo: { members: membersOf(group), groupRequiredPower: group.requiredPower } } : {},
    );
  },
  select: groupInfoQuery,
});

export const getGroupInfos = platformQuery(Platform.method.getGroupInfos, {
  summary: 'Returns the groups of a contract',
  description: 'By their positions; none where there is no contract.',
  cost: 5,
  read: ({ contractId, startAtGroupContractPosition: start, count }) => ({
    contractId: readIdentifier(contractId, 'contract_id'),
    limit: readLimit(count, 'count'),
    start: start && {
      position: readU16(start.startGroupContractPosition, 'start_group_contract_position'),
      isIncluded: start.startGroupContractPositionIncluded,
    },
  }),
  answer: async ({ contractId, limit, start }, state) => {
    const groups = await state.groups(contractId, { limit, ...(start && { start }) });
    const groupInfos = groups.map((group) => ({
      groupContractPosition: group.position,
      members: membersOf(group),
      groupRequiredPower: group.requiredPower,
    }));
    return oneofMember('groupInfos', { groupInfos });
  },
  select: groupInfosQuery,
});

export const getGroupActions = platformQuery(Platform.method.getGroupActions, {
  summary: 'Returns the actions of a group',
  description: 'By the bytes of their ids; those that members still sign, or those that are closed.',
  cost: 5,
  read: ({ status, startAtActionId: start, count, ...group }) => ({
    ...readGroup(group),
    status: readStatus(status),
    limit: readLimit(count, 'count'),
    start: start && {
      key: readIdentifier(start.startActionId, 'start_action_id'),
      isIncluded: start.startActionIdIncluded,
    },
  }),
  answer: async ({ limit, start, ...name }, state) => {
    const actions = await state.groupActions(name, {
      limit,
      ...(start && { start: { actionId: start.key, isIncluded: start.isIncluded } }),
    });
    const groupActions = actions.flatMap(({ actionId, action }) => {
      const event = groupActionEvent(action);
      return event === undefined ? [] : [{ actionId, event }];
    });
    return oneofMember('groupActions', { groupActions });
  },
  select: groupActionsQuery,
});

export const getGroupActionSigners = platformQuery(Platform.method.getGroupActionSigners, {
  summary: 'Returns the signers of a group action',
  description: 'By the bytes of their ids, with the power of each.',
  cost: 5,
  read: ({ status, actionId, ...group }) => ({
    ...readGroup(group),
    status: readStatus(status),
    actionId: readIdentifier(actionId, 'action_id'),
  }),
  answer: async (name, state) => {
    const signers = await state.groupActionSigners(name);
    return oneofMember('groupActionSigners', {
      signers: signers.map(({ id, power }) => ({ signerId: id, power })),
    });
  },
  select: groupActionSignersQuery,
});

/** Reads a status. Those of both messages have the same numbers. */
function readStatus(status: number): GroupActionStatus {
  if (ActionStatus[status] === undefined) throw invalidArgument(`status ${status} is unknown: send 0 or 1`);
  return ActionStatus[status] === 'CLOSED' ? 'closed' : 'active';
}

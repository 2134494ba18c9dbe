import { group, type Group } from '@dapikit/protocol';
import type { PathQuery } from '../path-query/path-query.js';
import { integerOf, itemBytes, itemContent, sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import {
  GROUP_KEYS,
  groupActionsPath,
  groupKey,
  groupPath,
  groupSignersPath,
  groupsPath,
  type GroupActionStatus,
  type GroupRequest,
} from '../drive/group-paths.js';
import { keysQuery, pageItem, rangeQuery, type PageStart } from './query-forms.js';

const { info: INFO } = GROUP_KEYS;

/** Returns the query for a group. */
export const groupInfoQuery = (request: GroupRequest): PathQuery => keysQuery(groupPath(request), [INFO]);

/** Says which groups of a contract are requested. */
export interface GroupInfosRequest {
  readonly contractId: Uint8Array;
  /** The position where the page begins. */
  readonly start?: { readonly position: number; readonly isIncluded: boolean } | undefined;
  readonly limit?: number | undefined;
}

/** Returns the query for groups of a contract. */
export const groupInfosQuery = ({ contractId, start, limit }: GroupInfosRequest): PathQuery =>
  rangeQuery(groupsPath(contractId), {
    item: pageItem(start && { key: groupKey(start.position), isIncluded: start.isIncluded }),
    limit,
    defaultBranch: { path: [INFO] },
  });

/** Says which actions of a group are requested. */
export interface GroupActionsRequest extends GroupRequest {
  readonly status: GroupActionStatus;
  /** The action where the page begins. */
  readonly start?: PageStart | undefined;
  readonly limit?: number | undefined;
}

/** Returns the query for actions of a group. */
export const groupActionsQuery = ({ status, start, limit, ...request }: GroupActionsRequest): PathQuery =>
  rangeQuery(groupActionsPath(request, status), {
    item: pageItem(start),
    limit,
    defaultBranch: { path: [INFO] },
  });

/** Names an action of a group. */
export interface GroupActionSignersRequest extends GroupRequest {
  readonly status: GroupActionStatus;
  readonly actionId: Uint8Array;
}

/** Returns the query for the signers of an action. */
export const groupActionSignersQuery = ({ status, ...action }: GroupActionSignersRequest): PathQuery =>
  rangeQuery(groupSignersPath(action, status));

/**
 * Verifies the response of getGroupInfo: the group, or undefined if there is none. Throws DecodeError, ProofError. Source:
 * `verify_group_info` in `packages/rs-drive/src/verify/group` of dashpay/platform.
 */
export const verifyGroupInfo = (
  response: ProvenResponse,
  options: TrustOptions & GroupRequest,
): Proven<Group | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(groupInfoQuery(options));
    return entry?.element === undefined ? undefined : itemContent(group, entry.element);
  });

/** Group with its position in its contract. */
export interface PositionedGroup {
  readonly position: number;
  readonly group: Group;
}

/**
 * Verifies the response of getGroupInfos: groups by their positions. Throws DecodeError, ProofError. Source:
 * `verify_group_infos_in_contract` in `packages/rs-drive/src/verify/group` of dashpay/platform.
 */
export const verifyGroupInfos = (
  response: ProvenResponse,
  options: TrustOptions & GroupInfosRequest,
): Proven<readonly PositionedGroup[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(groupInfosQuery(options)).map(({ path, element }) => ({
      position: Number(integerOf(path.at(-1) ?? new Uint8Array(), 2)),
      group: itemContent(group, element),
    })),
  );

/** Action of a group. */
export interface GroupAction {
  readonly actionId: Uint8Array;
  /** The serialised action, as the network stores it. */
  readonly bytes: Uint8Array;
}

/**
 * Verifies the response of getGroupActions: actions with their bytes. Throws DecodeError, ProofError. Source:
 * `verify_action_infos_in_contract` in `packages/rs-drive/src/verify/group` of dashpay/platform.
 */
export const verifyGroupActions = (
  response: ProvenResponse,
  options: TrustOptions & GroupActionsRequest,
): Proven<readonly GroupAction[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(groupActionsQuery(options)).map(({ path, element }) => ({
      actionId: path.at(-1) ?? new Uint8Array(),
      bytes: itemBytes(element),
    })),
  );

/** Member of a group that signed an action, with its power. */
export interface GroupActionSigner {
  readonly identityId: Uint8Array;
  readonly power: bigint;
}

/**
 * Verifies the response of getGroupActionSigners. Throws DecodeError, ProofError. Source: `verify_action_signers` in
 * `packages/rs-drive/src/verify/group` of dashpay/platform.
 */
export const verifyGroupActionSigners = (
  response: ProvenResponse,
  options: TrustOptions & GroupActionSignersRequest,
): Proven<readonly GroupActionSigner[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(groupActionSignersQuery(options)).map(({ key: identityId, element }) => ({
      identityId,
      power: sumItemAmount(element),
    })),
  );

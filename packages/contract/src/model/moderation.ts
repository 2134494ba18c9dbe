import {
  asObject,
  getBoolean,
  getInteger,
  getMember,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import type { ContractFrame } from './contract-model.js';
import { listTexts } from './type-traits.js';

/** Lists the members of the moderation of a contract that say which lists it keeps. */
export const MODERATION_LISTS = ['banlist', 'suspensions', 'warnings'] as const;

/** Holds the moderation of a contract, as far as it can be read. */
export interface Moderation {
  readonly node: ObjectNode;
  readonly moderators: JsonNode | undefined;
  /** Kind of the moderators: contractOwner, appointedModerators or elected. */
  readonly kind: string | undefined;
  /** Names of the lists that the contract keeps. */
  readonly lists: readonly string[];
}

/** Format of the config that carries a moderation. */
const MODERATED_FORMAT = '2';

/** Reads the moderation of a contract; undefined where it has none. */
export function readModeration({ configNode, config }: ContractFrame): Moderation | undefined {
  const node = config.format === MODERATED_FORMAT ? asObject(getMember(configNode, 'moderation')) : undefined;
  if (node === undefined) return undefined;
  const moderators = getMember(node, 'moderators');
  return {
    node,
    moderators,
    kind: getText(getMember(moderators, '$type')),
    lists: MODERATION_LISTS.filter((name) => getBoolean(getMember(node, name)) === true),
  };
}

/** Number of moderators of a team at the start: the leader. */
const LEADER = 1n;
/** Most members that are elected with the leader of a team. */
const MOST_MEMBERS = 15n;

/** Returns the number of moderators that an elected team can have at most: the leader, its members, and those who are added. */
export const countTeam = ({ moderators }: Moderation): bigint =>
  LEADER + MOST_MEMBERS + (getInteger(getMember(moderators, 'maxAddedModerators')) ?? 0n);

/** Lists the abilities that elected moderators get in a document type. */
export const listGranted = ({ moderators }: Moderation, type: string): string[] =>
  listTexts(getMember(getMember(moderators, 'moderatedDocumentTypes'), type));

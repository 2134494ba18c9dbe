import { base58 } from '@scure/base';
import { parseExactly } from '../../platform/exact-json.js';
import { membersOf } from '../../platform/members.js';

/** Identities that act for those that a contract names. Further ones exist and do nothing. */
const FIRST_STAND_INS = ['bob', 'carol'];
const IDENTIFIER_BYTES = 32;
/** Members whose values or names are identities: members of groups, takers of rules, recipients of distributions. */
const NAMING_MEMBERS = ['groups', 'tokens'];

/** Holds a contract that names identities of a room. */
export interface StandIns {
  /** JSON text. */
  readonly text: string;
  /** Names in the room by the ids in the contract. */
  readonly standIns: ReadonlyMap<string, string>;
}

/**
 * Puts identities of a room in the place of those that the groups and tokens of a contract name, which do not exist there: the owner of the
 * contract, then bob and carol, then identities that do not act. So alice stays a stranger.
 * @param identity creates the identity of a name, or finds it, and returns its id in base58
 */
export async function withStandIns(
  text: string,
  identity: (name: string) => Promise<string>,
): Promise<StandIns> {
  const contract = membersOf(parseExactly(text));
  // A map of document types may have one with such a name.
  const members = '$formatVersion' in contract ? NAMING_MEMBERS : [];
  const named = new Set(members.flatMap((member) => identifiersIn(contract[member])));
  const owner = contract['ownerId'];
  const standIns = new Map<string, string>();
  let replaced = text;
  let others = 0;
  for (const id of named) {
    const name = id === owner ? 'owner' : (FIRST_STAND_INS[others++] ?? `named${others}`);
    standIns.set(id, name);
    replaced = replaced.replaceAll(id, await identity(name));
  }
  return { text: replaced, standIns };
}

/** Lists the identifiers in a value and the names of its members, in their order. */
function identifiersIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isIdentifier(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => [
    ...(isIdentifier(name) ? [name] : []),
    ...identifiersIn(member),
  ]);
}

function isIdentifier(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false;
  return base58.decode(text).length === IDENTIFIER_BYTES;
}

import type { Contract } from '../model/contract.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getPointer, type JsonNode } from '../source/json-node.js';
import { nearestNames } from '../text/nearest-names.js';
import type { Finding } from './rule.js';

/** Lists the members of a contract, in all forms. */
export const CONTRACT_MEMBERS: ReadonlySet<string> = new Set(
  (
    '$formatVersion $format_version $schema id $id ownerId version config schemaDefs $defs documentSchemas documents createdAt updatedAt ' +
    'createdAtBlockHeight updatedAtBlockHeight createdAtEpoch updatedAtEpoch groups tokens keywords description'
  ).split(' '),
);

/** Lists the members that the official JSON requires. */
export const REQUIRED_MEMBERS = ['id', 'ownerId', 'version', 'documentSchemas'];

/** Maps members of the official JSON to their names in the specification's form. */
export const SPECIFIED_NAMES: ReadonlyMap<string, string> = new Map([
  ['id', '$id'],
  ['documentSchemas', 'documents'],
]);

/** Finds an unknown member whose name is a misspelling of a required member that is missing. */
export function findMisspelledMember(name: string, { root, shape }: Contract): JsonNode | undefined {
  if (shape !== 'official' || root.members.has(name)) return undefined;
  const specified = SPECIFIED_NAMES.get(name);
  const older = specified === undefined ? undefined : root.members.get(specified);
  if (older !== undefined) return older;
  const found = [...root.members].find(
    ([known]) => !CONTRACT_MEMBERS.has(known) && nearestNames(known, REQUIRED_MEMBERS)[0] === name,
  );
  return found?.[1];
}

/** Locates a missing required member, and the fix: to rename the member that is misspelled. */
export function locateMissingMember(
  name: string,
  subject: Contract,
): readonly [JsonNode | undefined, Partial<Finding>] {
  const intended = findMisspelledMember(name, subject);
  if (intended === undefined) return [getMember(subject.root, name), {}];
  const patch = [{ op: 'move' as const, from: getPointer(intended), path: `/${name}` }];
  const fix = `Rename "${truncate(String(intended.key))}" to "${name}".`;
  return [intended, { isAtName: true, fix, patch }];
}

/** Returns whether a contract is in the official JSON. */
export const isOfficial = (subject: Contract): boolean => subject.shape === 'official';
/** Writes that the official JSON has a member that is missing. */
export const missing = (name: string): string => `${name} is missing: the official JSON has it`;

/** Returns whether a member is missing that a registration fills in, and none is a misspelling of it. A baseline has what a file without an id leaves out. */
export const isFilledIn = (name: string, subject: Contract): boolean =>
  isOfficial(subject) &&
  (subject.transition === 'create' ||
    (subject.registration.hasBaseline === true && !subject.root.members.has('id'))) &&
  getMember(subject.root, name) === undefined &&
  findMisspelledMember(name, subject) === undefined;

import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { InputError } from '../../base/errors/input-error.js';
import type { ContractGroupMember } from '../../state/contract/contract-group.js';
import { readId, readMembers, readName, type IdInput } from '../../state/input/read-input.js';

/** Describes a contract group that a registration makes; its owner is the signer. */
export interface RegisterContractGroup {
  /** Identities that add members beside the owner, at most 16; none when absent. */
  readonly admins?: readonly IdInput[];
  /** 1 to 64 characters. */
  readonly name?: string;
  /** 1 to 256 characters. */
  readonly description?: string;
}

/** Describes what of a contract joins a contract group. */
export interface ContractGroupMembership {
  readonly contractGroupId: IdInput;
  readonly member: ContractGroupMember;
}

/** Describes a group to register, as it was read. */
export interface GroupRegistration {
  /** Each once, in the order of their bytes. */
  readonly adminIds: readonly Uint8Array[];
  readonly name?: string;
  readonly description?: string;
}

/** Describes a membership, as it was read. */
export interface Membership {
  readonly groupId: Uint8Array;
  readonly member: ContractGroupMember;
}

/** Describes the group that a registration makes and those that its contract joins. */
export interface GroupRequest {
  readonly registration: GroupRegistration | undefined;
  readonly memberships: readonly Membership[];
}

const MAX_POSITION = 0xff_ff;

/** Reads the group and the memberships of a registration. @throws {InputError} */
export const readGroupRequest = (group: unknown, memberships: unknown): GroupRequest => ({
  registration: group === undefined || group === null ? undefined : readGroup(group),
  memberships: listOf(memberships, 'contractGroupMemberships').map(readMembership),
});

function readGroup(input: unknown): GroupRegistration {
  const { admins, name, description, ...others } = readMembers(input, 'contractGroup');
  rejectOthers(others, 'contractGroup');
  const ids = listOf(admins, 'contractGroup.admins').map((id, at) =>
    readId(id, `contractGroup.admins[${at}]`),
  );
  return {
    adminIds: [...new Map(ids.map((id) => [bytesKey(id), id])).values()].toSorted(compareBytes),
    ...textOf('name', name),
    ...textOf('description', description),
  };
}

const textOf = <Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only member is of that name
  (value === undefined || value === null ? {} : { [name]: readName(value, `contractGroup.${name}`) }) as {
    readonly [Key in Name]?: string;
  };

function readMembership(input: unknown, at: number): Membership {
  const place = `contractGroupMemberships[${at}]`;
  const { contractGroupId, member, ...others } = readMembers(input, place);
  rejectOthers(others, place);
  return {
    groupId: readId(contractGroupId, `${place}.contractGroupId`),
    member: readMember(member, `${place}.member`),
  };
}

function readMember(input: unknown, place: string): ContractGroupMember {
  if (input === 'contract') return input;
  const members: Readonly<Record<string, unknown>> =
    typeof input === 'string' ? {} : readMembers(input, place);
  const { documentType, token } = members;
  if (Object.keys(members).length === 1) {
    if (documentType !== undefined) return { documentType: readName(documentType, `${place}.documentType`) };
    if (typeof token === 'number' && Number.isInteger(token) && token >= 0 && token <= MAX_POSITION)
      return { token };
  }
  throw new InputError(place, {
    expected: '"contract", {"documentType": name} or {"token": position}',
    found: input,
  });
}

function rejectOthers(others: Readonly<Record<string, unknown>>, place: string): void {
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new InputError(`${place}.${name}`, { expected: 'no such member', found: others[name] });
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new InputError(place, { expected: 'a list', found: value });
}

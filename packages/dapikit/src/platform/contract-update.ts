import {
  compareContracts,
  completeContract,
  officialContract,
  type CompareContractsOptions,
  type UpdateVerdict,
} from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { parseExactly } from './exact-json.js';
import { membersOf, type Members } from './members.js';

/** Returns the contract of a file as the next version of a registered one, with its id and owner, as JSON text. */
export function updateOf(text: string, registered: Members, protocolVersion?: number): string {
  const { id, ownerId, version, config } = registered;
  const next = { id, ownerId, version: Number(version) + 1 };
  const official = officialContract(
    text,
    { id: String(id), ownerId: String(ownerId), version: next.version },
    {
      registered: stringify(registered) ?? '',
      replacesIds: true,
      ...(protocolVersion !== undefined && { protocolVersion }),
    },
  );
  // Text that is no JSON object is reported by the check.
  if (official === undefined) return text;
  const members = membersOf(parseExactly(official.text));
  return stringify({ config, ...members, ...next }) ?? text;
}

/** Stands for the id and the owner of a contract whose file has none. */
const MADE_UP_ID = '1'.repeat(32);

/**
 * Returns the contract of a file as it is once it is registered, where one of two whole contracts has no id or owner: the network gives both, and an
 * update keeps them. Returns `undefined` where none lacks them: the files are compared as they are.
 */
export function registeredFile(
  before: string,
  after: string,
  options: CompareContractsOptions,
): Members | undefined {
  const given = { id: MADE_UP_ID, ownerId: MADE_UP_ID, version: 1 };
  const official = [before, after].map((text) => officialContract(text, given, options));
  const [registered] = official;
  const isMissing = [before, after].some(
    (text, at) => official[at]?.shape === 'official' && !hasIds(membersOf(parseExactly(text))),
  );
  return isMissing && registered !== undefined ? membersOf(parseExactly(registered.text)) : undefined;
}

const hasIds = (members: Members): boolean => 'id' in members && 'ownerId' in members;

/** Returns whether the version is all that differs. */
export const hasSameContent = ({ changes }: Pick<UpdateVerdict, 'changes'>): boolean =>
  changes !== undefined && changes.every(({ path }) => path === '/version');

/** Members that an author writes; the network adds times and heights. */
const WRITTEN = [
  '$formatVersion',
  'id',
  'ownerId',
  'version',
  'config',
  'schemaDefs',
  'documentSchemas',
  'groups',
  'tokens',
  'keywords',
  'description',
];

/** Returns the text of a contract with all members that have a default, as the network returns it, and without what the network adds. Text that is no JSON object stays as it is. */
export function completeText(text: string): string {
  try {
    const whole = completeContract(text);
    return stringify(Object.fromEntries(WRITTEN.map((name) => [name, whole[name]]))) ?? text;
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** Returns whether a text has document types only. Text that is no JSON object has none. */
export const hasOnlyTypes = (text: string, options: CompareContractsOptions): boolean =>
  officialContract(text, { id: '', ownerId: '', version: 1 }, options)?.shape === 'documents';

/** Compares two versions of a whole contract. Members that have their default are no changes where one of the two leaves them out. */
export const compareVersions = (
  registered: string,
  next: string,
  options: CompareContractsOptions,
): UpdateVerdict => compareContracts(completeText(registered), completeText(next), options);

/** Returns whether a registered contract is that of a file; the id, the owner and the version of the file do not matter, nor do members that have their default. */
export function isRegisteredAs(text: string, registered: Members, protocolVersion: number): boolean {
  const next = updateOf(text, registered, protocolVersion);
  return hasSameContent(compareVersions(stringify(registered) ?? '', next, { protocolVersion }));
}

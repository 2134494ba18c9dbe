import { compareContracts, officialContract } from '@dapikit/contract';
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

/** Returns whether a registered contract is that of a file; the id, the owner and the version of the file do not matter. */
export function isRegisteredAs(text: string, registered: Members, protocolVersion: number): boolean {
  const { changes } = compareContracts(
    stringify(registered) ?? '',
    updateOf(text, registered, protocolVersion),
    { protocolVersion },
  );
  return changes !== undefined && changes.every(({ path }) => path === '/version');
}

import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import type { ReadText } from '../input/read-contract.js';
import { isRegisteredAs } from '../platform/contract-update.js';
import type { Members } from '../platform/members.js';
import type { LockedContract } from './contract-lock.js';
import { provenContract, type ProvenNetwork } from './proven-network.js';

/** Compares a recorded contract with what is registered and with its file. */
export interface ContractStatus {
  /** Path of the file. */
  readonly file: string;
  readonly recorded: LockedContract;
  /** Absent where the network proves that there is no such contract. */
  readonly registered?: LockedContract;
  /** Sentences about what differs; none where all is as recorded. */
  readonly differences: readonly string[];
}

/**
 * Compares recorded contracts with those that are registered, proven.
 * @param readText reads the file of a contract
 */
export async function lockStatus(
  network: ProvenNetwork,
  recorded: ReadonlyMap<string, LockedContract>,
  readText: (file: string) => Promise<ReadText>,
): Promise<readonly ContractStatus[]> {
  const statuses: ContractStatus[] = [];
  for (const [file, record] of recorded) {
    const found = await provenContract(network, record.id, record.protocol);
    if (found === undefined) {
      statuses.push({ file, recorded: record, differences: ['It is not registered.'] });
      continue;
    }
    statuses.push({
      file,
      recorded: record,
      registered: found.locked,
      differences: [
        ...differencesOf(record, found.locked),
        ...differencesOfFile(await readText(file), found.members, network.protocolVersion),
      ],
    });
  }
  return statuses;
}

function differencesOfFile(read: ReadText, registered: Members, protocolVersion: number): readonly string[] {
  if (read.text === undefined) return [`The file cannot be read: ${read.fault}.`];
  const judged = Math.min(protocolVersion, NEWEST_RELEASED_PROTOCOL);
  return isRegisteredAs(read.text, registered, judged)
    ? []
    : ['The file is not as the contract is registered.'];
}

function differencesOf(recorded: LockedContract, registered: LockedContract): readonly string[] {
  if (recorded.version !== registered.version)
    return [`Version ${registered.version} is registered, and version ${recorded.version} is recorded.`];
  return recorded.hash === registered.hash
    ? []
    : ['Another contract with the same id and version is registered: its hash differs.'];
}

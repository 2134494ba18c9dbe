import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import { platform } from '../rpc/platform.js';
import { listOf, membersOf, numberAt, textAt } from './answer.js';
import { shortId } from './identity.js';

/** A contract of the platform. */
export interface RegisteredContract {
  /** Base58. */
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  /** In the official JSON. */
  readonly json: unknown;
}

/** All contracts, those that were registered last first; those of the network are the last. */
export async function registeredContracts(): Promise<readonly RegisteredContract[]> {
  const all = listOf(await platform.call('listContracts')).map((one) => ({
    id: textAt(one, 'contractId'),
    ownerId: textAt(one, 'ownerId'),
    version: numberAt(one, 'version') ?? 1,
    json: membersOf(one)['contract'],
    height: numberAt(membersOf(one)['createdAt'], 'height') ?? 0,
  }));
  return all.toSorted((a, b) => b.height - a.height);
}

/** What a choice calls a contract: its document types, and how its id begins. */
export function contractLabel({ id, json }: RegisteredContract): string {
  const names = Object.keys(membersOf(membersOf(json)['documentSchemas']));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `${shown.join(', ') || 'no documents'} · ${shortId(id)}`;
}

const described = new Map<string, ContractDescription>();

/** What a contract means; nothing of one that cannot be read. */
export function descriptionOf(
  { id, version, json }: RegisteredContract,
  protocolVersion: number,
): ContractDescription | undefined {
  const key = `${id} ${version} ${protocolVersion}`;
  const known = described.get(key);
  if (known !== undefined) return known;
  const result = describeContract(json, {
    protocolVersion,
    transition: version === 1 ? 'create' : 'update',
    network: 'regtest',
  });
  if (!result.ok) return undefined;
  described.set(key, result.description);
  return result.description;
}

/** A document type of a contract of the platform. */
export interface TypeInUse {
  readonly contract: RegisteredContract;
  readonly type: DocumentTypeDescription;
}

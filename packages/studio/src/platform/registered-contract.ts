import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import { tidy } from '../contract/tidy.js';
import { platform } from '../rpc/platform.js';
import { listOf, membersOf, numberAt, textAt } from './answer.js';
import { DPNS_ID } from './dpns-id.js';
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

/** What the network calls its own contracts. Source: `packages/*-contract/src/lib.rs` in dashpay/platform. */
const NETWORK_CONTRACTS: Readonly<Record<string, string>> = {
  [DPNS_ID]: 'DPNS, names',
  Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7: 'DashPay, contacts',
  '6voHRaoiPcfmMhbqCA9dixH98xcgPQ9UEcuaXjpVu3LD': 'Histories of documents',
};

/** The name of a contract that the network comes with; `undefined` for any other. */
export const networkName = (id: string): string | undefined => NETWORK_CONTRACTS[id];

/** What a choice calls a contract: as the network does, or its document types and how its id begins. */
export function contractLabel({ id, json }: Pick<RegisteredContract, 'id' | 'json'>): string {
  const ofNetwork = networkName(id);
  if (ofNetwork !== undefined) return ofNetwork;
  const names = Object.keys(membersOf(membersOf(json)['documentSchemas']));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `${shown.join(', ') || 'no documents'} · ${shortId(id)}`;
}

const REST = ['tokens', 'groups', 'keywords', 'description'];

/** A contract as one goes on writing it: its document types alone where it has nothing else, as then its version is counted for it. */
export function writtenContract({ json }: Pick<RegisteredContract, 'json'>): string {
  const members = membersOf(json);
  const hasRest = REST.some((name) => Object.keys(Object(members[name])).length > 0);
  const hasDefinitions = members['schemaDefs'] !== undefined && members['schemaDefs'] !== null;
  return tidy(JSON.stringify(hasRest || hasDefinitions ? json : members['documentSchemas']));
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

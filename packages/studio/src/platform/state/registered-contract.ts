import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import { formatText } from '../../contract/format-text.js';
import { platform } from '../../rpc/platform.js';
import { getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { DPNS_ID } from './dpns-id.js';
import { shortenId } from './identity.js';

/** Describes a contract on the platform. */
export interface RegisteredContract {
  /** Base58. */
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  /** In the official JSON. */
  readonly json: unknown;
}

/** Loads all contracts, the newest first; system contracts come last. */
export async function loadContracts(): Promise<readonly RegisteredContract[]> {
  const all = getList(await platform.call('listContracts')).map((one) => ({
    id: getText(one, 'contractId'),
    ownerId: getText(one, 'ownerId'),
    version: getNumber(one, 'version') ?? 1,
    json: getMembers(one)['contract'],
    height: getNumber(getMembers(one)['createdAt'], 'height') ?? 0,
  }));
  return all.toSorted((a, b) => b.height - a.height);
}

/** The names of the system contracts. Source: `packages/*-contract/src/lib.rs` in dashpay/platform. */
const SYSTEM_CONTRACTS: Readonly<Record<string, string>> = {
  [DPNS_ID]: 'DPNS: names',
  Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7: 'DashPay: contacts',
  '6voHRaoiPcfmMhbqCA9dixH98xcgPQ9UEcuaXjpVu3LD': 'Document history',
  '43gujrzZgXqcKBiScLa4T8XTDnRhenR9BLx8GWVHjPxF': 'Token history',
  '7CSFGeF4WNzgDmx94zwvHkYaG3Dx4XEe5LFsFgJswLbm': 'Wallet: transaction notes',
  BsjE6tQxG47wffZCRQCovFx5rYrAYYC3rTVRWKro27LA: 'Search by keyword',
  rUnsWrFu3PKyRMGk2mxmZVBPbQuZx2qtHeFjURoQevX: 'Masternode reward shares',
  '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6': 'Withdrawals',
};

/** Returns the name of a system contract; `undefined` for any other contract. */
export const getSystemName = (id: string): string | undefined => SYSTEM_CONTRACTS[id];

/** Returns a label of a contract: its system name, or its document types and the start of its id. */
export function labelContract({ id, json }: Pick<RegisteredContract, 'id' | 'json'>): string {
  const systemName = getSystemName(id);
  if (systemName !== undefined) return systemName;
  const names = Object.keys(getMembers(getMembers(json)['documentSchemas']));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `${shown.join(', ') || 'no documents'} · ${shortenId(id)}`;
}

const OTHER_MEMBERS = ['tokens', 'groups', 'keywords', 'description'];

/** Returns the text of a contract for the editor: only its document types where it has nothing else, so that the platform sets the version. */
export function getEditableText({ json }: Pick<RegisteredContract, 'json'>): string {
  const members = getMembers(json);
  const hasOthers = OTHER_MEMBERS.some((name) => Object.keys(Object(members[name])).length > 0);
  const hasDefinitions = members['schemaDefs'] !== undefined && members['schemaDefs'] !== null;
  return formatText(JSON.stringify(hasOthers || hasDefinitions ? json : members['documentSchemas']));
}

const descriptions = new Map<string, ContractDescription>();

/** Describes a contract; `undefined` where it cannot be read. */
export function describeRegistered(
  { id, version, json }: RegisteredContract,
  protocolVersion: number,
): ContractDescription | undefined {
  const key = `${id} ${version} ${protocolVersion}`;
  const known = descriptions.get(key);
  if (known !== undefined) return known;
  const result = describeContract(json, {
    protocolVersion,
    transition: version === 1 ? 'create' : 'update',
    network: 'regtest',
  });
  if (!result.ok) return undefined;
  descriptions.set(key, result.description);
  return result.description;
}

/** Describes the selected document type, with its contract. */
export interface SelectedType {
  readonly contract: RegisteredContract;
  readonly type: DocumentTypeDescription;
}

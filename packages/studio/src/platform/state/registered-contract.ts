import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import { formatText } from '../../contract/format-text.js';
import { platform } from '../../rpc/platform.js';
import { getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { loadAliases } from '../../rpc/aliases.js';
import { DPNS_ID } from './dpns-id.js';
import { getName, shortenId, type NamedId } from './identity.js';

/** Describes a contract on the platform. */
export interface RegisteredContract {
  /** Base58. */
  readonly id: string;
  /** Its alias. */
  readonly alias: string | undefined;
  readonly ownerId: string;
  /** The alias of its owner. */
  readonly ownerAlias: string | undefined;
  /** The time of the block that registered it, in milliseconds since 1970. */
  readonly registeredAt: number;
  readonly version: number;
  /** In the official JSON. */
  readonly json: unknown;
}

/** Loads all contracts, the newest first; system contracts come last. */
export async function loadContracts(): Promise<readonly RegisteredContract[]> {
  const [listed, aliases] = await Promise.all([platform.call('listContracts'), loadAliases()]);
  const all = getList(listed).map((one) => {
    const { contract: json, createdAt } = getMembers(one);
    const [id, ownerId] = [getText(one, 'contractId'), getText(one, 'ownerId')];
    return {
      id,
      alias: aliases.get(id),
      ownerId,
      ownerAlias: aliases.get(ownerId),
      registeredAt: getNumber(createdAt, 'time') ?? 0,
      version: getNumber(one, 'version') ?? 1,
      json,
      height: getNumber(createdAt, 'height') ?? 0,
    };
  });
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

/** Returns a label of a contract: its system name, or its alias with its document types, or these with the start of its id. */
export function labelContract({
  id,
  alias,
  json,
}: Pick<RegisteredContract, 'id' | 'alias' | 'json'>): string {
  const systemName = getSystemName(id);
  if (systemName !== undefined) return systemName;
  const types = listTypes(json);
  return alias === undefined ? `${types} · ${shortenId(id)}` : `${alias} · ${types}`;
}

/** Returns the first document types of a contract in words. */
function listTypes(json: unknown): string {
  const names = Object.keys(getMembers(getMembers(json)['documentSchemas']));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return shown.join(', ') || 'no documents';
}

/** Returns the name of the owner of a contract: the one in this page, or the alias, or the start of the id. */
export const getOwnerName = (
  named: readonly NamedId[],
  { ownerId, ownerAlias }: Pick<RegisteredContract, 'ownerId' | 'ownerAlias'>,
): string => getName(named, ownerId, ownerAlias);

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

import { getInteger, getList, getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import { loadAliases } from '../../rpc/aliases.js';
import { platform } from '../../rpc/platform.js';

/** Describes a token with its contract. */
export interface ShownToken {
  /** Base58. */
  readonly id: string;
  readonly contractId: string;
  readonly ownerId: string;
  readonly position: number;
  readonly supply: bigint;
  readonly maxSupply: bigint | undefined;
  readonly isPaused: boolean;
  /** In credits, in the official JSON; `undefined` while it is not for sale. */
  readonly price: unknown;
  /** Its name in the plural, as its contract has it. */
  readonly name: string;
  readonly decimals: number;
  /** Its configuration in the official JSON. */
  readonly configuration: Members;
  /** The groups of its contract, in the official JSON by their positions. */
  readonly groups: Members;
}

/** Describes the account of an identity. */
export interface TokenAccount {
  readonly identityId: string;
  readonly balance: bigint;
  readonly isFrozen: boolean;
}

/** Describes a token with the aliases of its contract and its owner. */
export interface ListedToken extends ShownToken {
  readonly contractName: string | undefined;
  readonly ownerName: string | undefined;
}

/** Loads the first tokens of the platform, at most 100, with their contracts. */
export async function loadTokens(): Promise<readonly ListedToken[]> {
  const [tokens, contracts, aliases] = await Promise.all([
    platform.call('listTokens'),
    platform.call('listContracts'),
    loadAliases(),
  ]);
  const byId = new Map(getList(contracts).map((one) => [getText(one, 'contractId'), one]));
  return getList(tokens).map((one) => {
    const token = readToken(one, byId.get(getText(one, 'contractId')));
    const { contractId, ownerId } = token;
    return { ...token, contractName: aliases.get(contractId), ownerName: aliases.get(ownerId) };
  });
}

/** Loads a token with its contract; `undefined` where there is none. */
export async function loadToken(tokenId: string): Promise<ShownToken | undefined> {
  const token = await platform.call('getToken', { tokenId });
  if (token === null) return undefined;
  return readToken(token, await platform.call('getContract', { id: getText(token, 'contractId') }));
}

/** Loads the accounts of a token, at most 100. */
export async function loadAccounts(tokenId: string): Promise<readonly TokenAccount[]> {
  return getList(await platform.call('listTokenAccounts', { tokenId })).map((one) => ({
    identityId: getText(one, 'identityId'),
    balance: getInteger(one, 'balance'),
    isFrozen: getMembers(one)['isFrozen'] === true,
  }));
}

function readToken(token: unknown, registered: unknown): ShownToken {
  const contract = getMembers(getMembers(registered)['contract']);
  const position = getNumber(token, 'position') ?? 0;
  const configuration = getMembers(getMembers(contract['tokens'])[String(position)]);
  const conventions = getMembers(configuration['conventions']);
  const localizations = getMembers(conventions['localizations']);
  const words = localizations['en'] ?? Object.values(localizations)[0];
  const { price, isPaused } = getMembers(token);
  return {
    id: getText(token, 'id'),
    contractId: getText(token, 'contractId'),
    ownerId: getText(registered, 'ownerId'),
    position,
    supply: getInteger(token, 'totalSupply'),
    maxSupply:
      configuration['maxSupply'] === undefined || configuration['maxSupply'] === null
        ? undefined
        : getInteger(configuration, 'maxSupply'),
    isPaused: isPaused === true,
    price: price ?? undefined,
    name: getText(words, 'pluralForm') || `token ${position}`,
    decimals: getNumber(conventions, 'decimals') ?? 0,
    configuration,
    groups: getMembers(contract['groups']),
  };
}

/** Formats an amount of a token with its decimals. */
export function formatAmount(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toLocaleString('en');
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = BigInt(digits.slice(0, -decimals)).toLocaleString('en');
  return `${whole}.${digits.slice(-decimals)}`;
}

/** Parses an amount that is typed with decimals; `undefined` where it is none. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text.replaceAll(/[\s,]/g, '')) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, '0'));
}

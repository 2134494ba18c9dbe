import { getInteger, getList, getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { formatPrice } from './format-price.js';
import { formatAmount, type ShownToken } from './token.js';

/** Describes an action that a member of a group proposed. */
export interface GroupAction {
  /** Base58. */
  readonly id: string;
  readonly tokenPosition: number;
  readonly proposerId: string;
  /** The change of the token, in the official JSON. */
  readonly event: Members;
  readonly signers: readonly { readonly id: string; readonly power: number }[];
}

/** Lists whether members still sign an action. */
export type GroupActionStatus = 'active' | 'closed';

/** Loads the actions of a group, at most 100. */
export async function loadGroupActions(
  contractId: string,
  position: number,
  status: GroupActionStatus,
): Promise<readonly GroupAction[]> {
  const all = getList(await platform.call('getGroupActions', { contractId, position, status }));
  return all.map((one) => {
    const { action, signers } = getMembers(one);
    return {
      id: getText(one, 'actionId'),
      tokenPosition: getNumber(action, 'tokenContractPosition') ?? 0,
      proposerId: getText(action, 'proposerId'),
      event: getMembers(getMembers(getMembers(action)['event'])['event']),
      signers: getList(signers).map((signer) => ({
        id: getText(signer, 'identityId'),
        power: getNumber(signer, 'power') ?? 0,
      })),
    };
  });
}

/** Describes the method that signs an action, and its params. */
export interface ActionCall {
  readonly method: string;
  readonly params: Members;
}

/** Returns the call that repeats the change of an action, as each member signs it; `undefined` for a change that no group makes. */
export function createActionCall(event: Members, token: ShownToken): ActionCall | undefined {
  const { amount, recipientId, identityId } = event;
  switch (getText(event, '$type')) {
    case 'mint':
      return {
        method: 'mintTokens',
        params: { amount, ...(canChooseRecipient(token) && { recipientId }) },
      };
    case 'burn':
      return { method: 'burnTokens', params: { amount } };
    case 'freeze':
      return { method: 'freezeTokens', params: { identityId } };
    case 'unfreeze':
      return { method: 'unfreezeTokens', params: { identityId } };
    case 'destroyFrozenFunds':
      return { method: 'destroyFrozenTokens', params: { identityId } };
    case 'emergencyAction':
      return { method: event['action'] === 'pause' ? 'pauseToken' : 'resumeToken', params: {} };
    case 'configUpdate':
      return { method: 'updateTokenConfiguration', params: { item: event['item'] } };
    case 'directPricing':
      return { method: 'setTokenPrice', params: { price: priceInput(event['price']) } };
    default:
      return undefined;
  }
}

/** Returns whether a mint may say who gets the tokens. */
const canChooseRecipient = ({ configuration }: ShownToken): boolean =>
  getMembers(configuration['distributionRules'])['mintingAllowChoosingDestination'] !== false;

const priceInput = (price: unknown): unknown => {
  const { prices, price: single } = getMembers(price);
  return prices ?? single ?? null;
};

/** Describes the change of an action in words. */
export function describeEvent(event: Members, token: ShownToken): string {
  const amount = `${formatAmount(getInteger(event, 'amount'), token.decimals)} ${token.name}`;
  const shorten = (name: string): string => `${getText(event, name).slice(0, 6)}…`;
  switch (getText(event, '$type')) {
    case 'mint':
      return `Mint ${amount} for ${shorten('recipientId')}`;
    case 'burn':
      return `Burn ${amount} of ${shorten('burnFromId')}`;
    case 'freeze':
      return `Freeze the account of ${shorten('identityId')}`;
    case 'unfreeze':
      return `Unfreeze the account of ${shorten('identityId')}`;
    case 'destroyFrozenFunds':
      return `Destroy ${amount} of the frozen account ${shorten('identityId')}`;
    case 'emergencyAction':
      return event['action'] === 'pause' ? `Pause ${token.name}` : `Resume ${token.name}`;
    case 'directPricing':
      return event['price'] === null
        ? 'End the sale'
        : `Set the price: ${formatPrice(event['price'], token.decimals)}`;
    case 'configUpdate': {
      const { $type: name, ...value } = getMembers(event['item']);
      return `Change ${String(name)} to ${JSON.stringify('value' in value ? value['value'] : value)}`;
    }
    default:
      return getText(event, '$type');
  }
}

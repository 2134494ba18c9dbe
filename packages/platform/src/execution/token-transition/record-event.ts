import type { DocumentTypeDescription } from '@dapikit/contract';
import {
  encode,
  tokenConfigurationChangeItem,
  tokenPricingSchedule,
  type TokenEvent,
} from '@dapikit/protocol';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { newDocument } from '../../state/document/document-changes.js';
import { documentId } from '../../state/document/document-id.js';
import type { DocumentValue } from '../../state/document/document.js';
import { storeDocument } from '../../state/document-storage/document-store.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
import type { ChangeEvent, ClaimEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

const NONCE_BYTES = 8;

/**
 * Records an event in the token history contract. The document is that of the signer.
 *
 * Source: `add_token_transaction_history_operations` in `packages/rs-drive` and `build_historical_document` in `packages/rs-dpp` of
 * dashpay/platform: the id is that of a document of the type `history_…` whose contract is the token and whose entropy is the nonce.
 */
export async function recordEvent(
  { context, tokenId, signerId }: TokenScope,
  event: ChangeEvent,
): Promise<void> {
  const { view, contracts, block, nonce } = context;
  const history = await contracts.findContract(view, SYSTEM_IDS.tokenHistory);
  const records = history?.collection(event.type);
  if (records === undefined)
    throw new RangeError(`expected documents of type ${event.type} in the token history contract`);
  const id = documentId({
    contractId: tokenId,
    ownerId: signerId,
    documentType: `history_${event.type}`,
    entropy: integerBytes(nonce, NONCE_BYTES),
  });
  const data = fitted(records.type, { tokenId, ...contentOf(event) });
  const after = newDocument(records.type, { id, ownerId: signerId, data }, block);
  await storeDocument(view, records, { after }, block.time);
}

type Content = Readonly<Record<string, DocumentValue | undefined>>;

/** Returns values as documents of a type store them: integers of less than 64 bits are numbers. */
function fitted({ properties }: DocumentTypeDescription, content: Content): Record<string, DocumentValue> {
  const wide = new Set(
    properties.filter(({ type }) => type === 'u64' || type === 'i64').map(({ name }) => name),
  );
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]): [string, DocumentValue][] => {
      if (value === undefined) return [];
      if (typeof value !== 'number' && typeof value !== 'bigint') return [[name, value]];
      return [[name, wide.has(name) ? BigInt(value) : Number(value)]];
    }),
  );
}

const [CONTRACT_OWNER, IDENTITY, EVONODE] = [0, 1, 2];
const DISTRIBUTIONS = { preProgrammed: 0, perpetual: 1, oncePerIdentity: 2 };

/** Returns the properties of an event beside its token. */
function contentOf(event: ChangeEvent): Content {
  switch (event.type) {
    case 'mint':
      return { recipientId: event.recipientId, amount: event.amount, note: event.note };
    case 'burn':
      return { burnFromId: event.burnFromId, amount: event.amount, note: event.note };
    case 'freeze':
    case 'unfreeze':
      return { frozenIdentityId: event.identityId, note: event.note };
    case 'destroyFrozenFunds':
      return { frozenIdentityId: event.identityId, destroyedAmount: event.amount, note: event.note };
    case 'transfer':
      return transferContent(event);
    case 'claim':
      return claimContent(event);
    case 'emergencyAction':
      return { action: event.action === 'pause' ? 0 : 1, note: event.note };
    case 'configUpdate': {
      const changeItem = encode(tokenConfigurationChangeItem, event.item);
      return { changeItemType: changeItem[0] ?? 0, changeItem, note: event.note };
    }
    case 'directPricing':
      return {
        priceSchedule: event.price && encode(tokenPricingSchedule, event.price),
        note: event.note,
      };
    default:
      return { tokenAmount: event.amount, purchaseCost: event.cost };
  }
}

function transferContent({
  recipientId,
  amount,
  note,
  sharedEncryptedNote,
  privateEncryptedNote,
}: Extract<TokenEvent, { readonly type: 'transfer' }>): Content {
  const [senderKeyIndex, recipientKeyIndex, encryptedSharedNote] = sharedEncryptedNote ?? [];
  const [rootEncryptionKeyIndex, derivationEncryptionKeyIndex, encryptedPersonalNote] =
    privateEncryptedNote ?? [];
  return {
    amount,
    toIdentityId: recipientId,
    publicNote: note,
    encryptedSharedNote,
    senderKeyIndex,
    recipientKeyIndex,
    encryptedPersonalNote,
    rootEncryptionKeyIndex,
    derivationEncryptionKeyIndex,
  };
}

function claimContent({ distribution, amount, note }: ClaimEvent): Content {
  const isPerpetual = distribution.type === 'perpetual';
  const recipient = isPerpetual ? distribution.recipient : ({ ...distribution, type: 'identity' } as const);
  const types = { contractOwner: CONTRACT_OWNER, identity: IDENTITY, evonode: EVONODE };
  return {
    recipientType: types[recipient.type],
    recipientId: recipient.recipientId,
    distributionType: DISTRIBUTIONS[distribution.type],
    amount,
    note,
  };
}

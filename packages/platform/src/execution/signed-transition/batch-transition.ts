import { protocolAt } from '@dapikit/contract';
import type {
  DocumentTransition as DocumentItem,
  StateTransition,
  TokenTransition as TokenItem,
} from '@dapikit/protocol';
import { silentTransition } from '../document-pipeline/run-document-transition.js';
import { CREATE, readCreate } from '../document-transition/create-document.js';
import { DELETE, readDelete } from '../document-transition/delete-document.js';
import { readPrice, UPDATE_PRICE } from '../document-transition/price-document.js';
import { PURCHASE } from '../document-transition/purchase-document.js';
import { readReplace, REPLACE } from '../document-transition/replace-document.js';
import { readTransfer, TRANSFER } from '../document-transition/transfer-document.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { Transition } from '../transition/transition.js';
import { tokenTransition } from '../token-transition/run-token-transition.js';
import type { SentTransition } from './decode-transition.js';
import { plainData } from './plain-value.js';
import { UnsupportedTransitionError } from './unsupported-transition-error.js';

type Batch = Extract<StateTransition, { readonly type: 'batch' }>;

/** Up to protocol 13. Source: `max_transitions_in_documents_batch` in dashpay/platform. */
const MAX_ITEMS = 1;

/**
 * Returns the transition of a batch: that of its only item.
 *
 * @throws {ConsensusError} 10413 or 10412.
 * @throws {UnsupportedTransitionError} for a create at a protocol whose derivation of ids is not published.
 */
export function batchTransition(
  batch: Batch,
  { bytes }: SentTransition,
  rules: PlatformRules,
): Transition<unknown> {
  const { transitions } = batch;
  const [item] = transitions;
  if (item === undefined) throw new ConsensusError('DocumentTransitionsAreAbsentError', {});
  if (transitions.length > MAX_ITEMS)
    throw new ConsensusError('MaxDocumentsTransitionsExceededError', { maxTransitions: MAX_ITEMS });
  if ('transition' in item && item.transition === 'token') return tokenItem(batch, item, bytes.length, rules);
  if ('entropy' in item) requireDerivedIds(rules);
  return documentItem(batch, item, bytes.length);
}

/** Rejects a signed create where nobody can say which id its document has. @throws {UnsupportedTransitionError} */
function requireDerivedIds({ protocolVersion }: PlatformRules): void {
  if (protocolAt(protocolVersion).unpublishedDocumentIds)
    throw new UnsupportedTransitionError(
      `signed creates: the id derivation of protocol ${protocolVersion} is not published`,
    );
}

function tokenItem(
  { ownerId, userFeeIncrease, signaturePublicKeyId }: Batch,
  { base, formatVersion: _version, ...action }: TokenItem,
  sentBytes: number,
  rules: PlatformRules,
): Transition<unknown> {
  const { usingGroupInfo: group } = base;
  return tokenTransition(
    {
      signed: {
        by: ownerId,
        keyId: signaturePublicKeyId,
        nonce: base.identityContractNonce,
        userFeeIncrease,
      },
      contractId: base.dataContractId,
      position: base.tokenContractPosition,
      tokenId: base.tokenId,
      ...(group === undefined
        ? {}
        : {
            group: {
              position: group.groupContractPosition,
              actionId: group.actionId,
              isProposer: group.actionIsProposer,
            },
          }),
      action,
      sentBytes,
    },
    rules,
  );
}

function documentItem(batch: Batch, item: DocumentItem, sentBytes: number): Transition<unknown> {
  const members = { ...membersOf(batch, item), ...contentOf(item) };
  const sent = <Request>(request: Request): Request & { readonly sentBytes: number } => ({
    ...request,
    sentBytes,
  });
  switch (item.action) {
    case 'create':
      return silentTransition(CREATE, { ...sent(readCreate(members)), wireData: item.data });
    case 'replace':
      return silentTransition(REPLACE, { ...sent(readReplace(members)), wireData: item.data });
    case 'delete':
      return silentTransition(DELETE, sent(readDelete(members)));
    case 'transfer':
      return silentTransition(TRANSFER, sent(readTransfer(members)));
    case 'updatePrice':
      return silentTransition(UPDATE_PRICE, sent(readPrice(members)));
    default:
      return silentTransition(PURCHASE, sent(readPrice(members)));
  }
}

/** Returns the members of all items, as unsigned controls have them. */
function membersOf(
  { ownerId, userFeeIncrease, signaturePublicKeyId }: Batch,
  { base }: DocumentItem,
): object {
  const payment = 'tokenPaymentInfo' in base ? base.tokenPaymentInfo : undefined;
  const fee = 'actionFeeAgreement' in base ? base.actionFeeAgreement : undefined;
  return {
    by: ownerId,
    keyId: signaturePublicKeyId,
    nonce: base.identityContractNonce,
    userFeeIncrease,
    contractId: base.dataContractId,
    documentType: base.documentType,
    id: base.id,
    ...(payment === undefined ? {} : { tokenPaymentInfo: payment }),
    ...(fee === undefined ? {} : { actionFeeAgreement: fee }),
  };
}

/** Returns the members of an item of its kind. */
function contentOf(item: DocumentItem): object {
  switch (item.action) {
    case 'create': {
      const [indexName, credits] = item.prefundedVotingBalance ?? [];
      const prefunded = indexName === undefined ? {} : { prefundedVotingBalance: { indexName, credits } };
      return { entropy: item.entropy, data: plainData(item.data), ...prefunded };
    }
    case 'replace':
      return { revision: item.revision, data: plainData(item.data) };
    case 'delete':
      return {};
    case 'transfer':
      return { revision: item.revision, recipientId: item.recipientOwnerId };
    default:
      return { revision: item.revision, price: item.price };
  }
}

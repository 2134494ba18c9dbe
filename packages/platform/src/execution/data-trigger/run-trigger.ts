import type { TokenCostAction } from '@dapikit/contract';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { rejectForEach } from '../../base/errors/consensus-error.js';
import type { Proposal } from '../document-transition/document-transition.js';
import type { DocumentScope } from '../document-transition/document-context.js';
import { DASHPAY, DPNS, MASTERNODE_REWARDS, WITHDRAWALS } from '../../state/system-contract/system-ids.js';
import { checkContactRequest } from './check-contact-request.js';
import { REJECT, type DataTrigger } from './data-trigger.js';
import { checkDomain } from './check-domain.js';
import { checkWithdrawal } from './check-withdrawal.js';

type Triggers = Readonly<Partial<Record<TokenCostAction, DataTrigger>>>;

/** Rejects the trade of names, which no protocol before 12 allows, independent of their type. */
const REJECT_TRADE: DataTrigger = (scope, proposal) =>
  scope.protocol.tradesNames ? [] : REJECT(scope, proposal);

/**
 * Data triggers by contract and document type.
 *
 * Source: `data_triggers` in `packages/rs-drive-abci` of dashpay/platform.
 */
const TRIGGERS: ReadonlyMap<string, Readonly<Record<string, Triggers>>> = new Map(
  Object.entries<Readonly<Record<string, Triggers>>>({
    [DPNS]: {
      domain: {
        create: checkDomain,
        replace: REJECT,
        delete: REJECT,
        transfer: REJECT_TRADE,
        purchase: REJECT_TRADE,
        update_price: REJECT_TRADE,
      },
    },
    [DASHPAY]: { contactRequest: { create: checkContactRequest } },
    [MASTERNODE_REWARDS]: { rewardShare: { create: REJECT, replace: REJECT, delete: REJECT } },
    [WITHDRAWALS]: { withdrawal: { replace: REJECT, delete: checkWithdrawal } },
  }).map(([id, triggers]) => [bytesKey(bytesOf(id)), triggers]),
);

/** Returns the trigger of a system contract for an action; nothing where it has none. */
export const findTrigger = (
  { contract, collection }: DocumentScope,
  action: TokenCostAction,
): DataTrigger | undefined => TRIGGERS.get(bytesKey(contract.id))?.[collection.type.name]?.[action];

/** Checks a transition by the rules of its system contract. @throws {ConsensusError} 40500 for each condition that is not met. */
export async function runTrigger(
  trigger: DataTrigger,
  scope: DocumentScope,
  proposal: Proposal,
): Promise<void> {
  const { contract } = scope;
  const conditions = await trigger(scope, proposal);
  rejectForEach(
    'DataTriggerConditionError',
    conditions.map((condition) => ({
      dataContractId: contract.id,
      documentId: proposal.documentId,
      message: condition,
    })),
  );
}

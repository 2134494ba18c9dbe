import type { TokenCostAction } from '@dapikit/contract';
import { identifierText } from '../bytes/identifier.js';
import { refuseFor } from '../consensus-error.js';
import type { Proposal } from '../document-operation/document-action.js';
import type { DocumentWork } from '../document-operation/document-work.js';
import { DASHPAY, DPNS, MASTERNODE_REWARDS, WITHDRAWALS } from '../system-contract/system-ids.js';
import { contactRequest } from './contact-request.js';
import { REFUSE, type DataTrigger } from './data-trigger.js';
import { newName } from './new-name.js';
import { settledWithdrawal } from './settled-withdrawal.js';

type Triggers = Readonly<Partial<Record<TokenCostAction, DataTrigger>>>;

/** Until protocol 12 names cannot be traded, whatever their type says. */
const REFUSE_TRADE: DataTrigger = (work, proposal) =>
  work.protocol.tradesNames ? [] : REFUSE(work, proposal);

/**
 * What is demanded of which actions, by contract and document type.
 *
 * Source: `data_triggers` in `packages/rs-drive-abci` of dashpay/platform.
 */
const TRIGGERS: Readonly<Record<string, Readonly<Record<string, Triggers>>>> = {
  [DPNS]: {
    domain: {
      create: newName,
      replace: REFUSE,
      delete: REFUSE,
      transfer: REFUSE_TRADE,
      purchase: REFUSE_TRADE,
      update_price: REFUSE_TRADE,
    },
  },
  [DASHPAY]: { contactRequest: { create: contactRequest } },
  [MASTERNODE_REWARDS]: { rewardShare: { create: REFUSE, replace: REFUSE, delete: REFUSE } },
  [WITHDRAWALS]: { withdrawal: { replace: REFUSE, delete: settledWithdrawal } },
};

/** What a system contract demands of an action; nothing where none does. */
export const triggerOf = (
  { contract, collection }: DocumentWork,
  action: TokenCostAction,
): DataTrigger | undefined => TRIGGERS[contract.id]?.[collection.type.name]?.[action];

/** Holds an action against what its system contract demands. @throws {PlatformError} 40500 for each condition that is not met. */
export async function runTrigger(
  trigger: DataTrigger,
  work: DocumentWork,
  proposal: Proposal,
): Promise<void> {
  const { contract } = work;
  const conditions = await trigger(work, proposal);
  refuseFor(
    'DataTriggerConditionError',
    conditions.map((condition) => ({
      contractId: contract.id,
      documentId: identifierText(proposal.documentId),
      condition,
    })),
  );
}

import { proposalData, type DataTrigger } from './data-trigger.js';

/** Source: `WithdrawalStatus` in `packages/withdrawals-contract` of dashpay/platform. */
const COMPLETE = 3;

/** Rejects the deletion of a withdrawal that was not paid out. */
export const checkWithdrawal: DataTrigger = (_work, proposal) =>
  Number(proposalData(proposal)['status']) === COMPLETE ? [] : ['a withdrawal that is complete'];

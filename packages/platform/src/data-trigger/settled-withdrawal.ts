import { dataOf, type DataTrigger } from './data-trigger.js';

/** Source: `WithdrawalStatus` in `packages/withdrawals-contract` of dashpay/platform. */
const COMPLETE = 3;

/** Only what was paid out can be deleted. */
export const settledWithdrawal: DataTrigger = (_work, proposal) =>
  Number(dataOf(proposal)['status']) === COMPLETE ? [] : ['a withdrawal that is complete'];

import type { CheckContract } from '@dapikit/platform';

/** Judges the contracts of a platform, long ones in threads. To be given to `createPlatform`. */
export const checkContractInThread: CheckContract = async (check) => {
  const { contractChecks } = await import('../../http-api/routes/contract-checks.js');
  return contractChecks.judge(check);
};

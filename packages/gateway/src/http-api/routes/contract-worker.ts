import {
  checkContract as checkForPlatform,
  type ContractCheck as PlatformCheck,
  type ContractVerdict,
} from '@dapikit/platform/check-contract';
import { contractVerdictJson } from './contract-verdict-json.js';

/** Checks a contract in a thread of its own, and returns the verdict as JSON. */
export default contractVerdictJson;

/** Judges a contract as a platform does, in a thread of its own. */
export const judgeContract = (check: PlatformCheck): ContractVerdict => checkForPlatform(check);

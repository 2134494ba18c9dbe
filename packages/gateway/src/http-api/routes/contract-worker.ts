import { validateContract } from '@dapikit/contract';
import {
  checkContract as checkForPlatform,
  type ContractCheck as PlatformCheck,
  type ContractVerdict,
} from '@dapikit/platform/check-contract';
import type { ContractCheck } from './contract-checks.js';

/** Checks a contract in a thread of its own, and returns the verdict as JSON. */
export default function checkContract({ text, options }: ContractCheck): string {
  return JSON.stringify(validateContract(text, options));
}

/** Judges a contract as a platform does, in a thread of its own. */
export const judgeContract = (check: PlatformCheck): ContractVerdict => checkForPlatform(check);

import { isDeepStrictEqual } from 'node:util';
import { dataContract, type DataContract } from '@dapikit/protocol';

/** Returns whether a stored contract is the one that a transition registers. Times, heights and epochs, which the platform adds, are not compared, nor are the widths of integers. */
export const isAsRegistered = (stored: DataContract, sent: DataContract): boolean =>
  isDeepStrictEqual(contentOf(stored), contentOf(sent));

/** Members that the platform adds. */
const ADDED = new Set([
  'createdAt',
  'updatedAt',
  'createdAtBlockHeight',
  'updatedAtBlockHeight',
  'createdAtEpoch',
  'updatedAtEpoch',
]);

const contentOf = (contract: DataContract): unknown =>
  Object.fromEntries(
    Object.entries(Object(dataContract.toJson(contract))).filter(([name]) => !ADDED.has(name)),
  );

import type { TokenAction } from '@dapikit/protocol';
import { InputError } from '../../base/errors/input-error.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import type { TokenExtension } from '../../state/contract/unexecuted-keyword.js';

/** Members of a token by the actions whose outcome they change. */
const CHANGED_BY: Partial<Record<TokenAction['action'], TokenExtension>> = {
  directPurchase: 'transferable',
  claim: 'oncePerIdentityDistribution',
};

/** Rejects an action whose outcome depends on a member of the token that is not executed here. @throws {InputError} */
export function requireExecuted(
  contract: Pick<RegisteredContract, 'tokenExtensions'>,
  position: number,
  action: TokenAction['action'],
): void {
  const name = CHANGED_BY[action];
  if (name === undefined || !contract.tokenExtensions(position).includes(name)) return;
  throw new InputError('position', {
    problem: `the local platform checks "${name}" of the token ${position} at registration, and does not execute it`,
    expected: 'a token whose members the local platform executes',
    found: position,
  });
}

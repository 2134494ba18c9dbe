import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';

/** Rejects what would move a token that cannot be transferred. @throws {ConsensusError} 40726 */
export function rejectTransfer(contractId: Uint8Array, position: number): never {
  const name = identifierText(contractId);
  throw new ConsensusError('TokenNotTransferableError', {
    fields: { contractId: name, tokenContractPosition: position },
    summary: `the token ${position} of contract ${name} cannot be transferred`,
    fix: 'use a token that can',
  });
}

import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Rejects a signature by a key that is too weak for the document type. @throws {ConsensusError} 20004, paid. */
export function checkSecurityLevel({ context, collection }: DocumentScope): void {
  const allowed = LEVELS.slice(0, collection.type.signatureSecurityLevelRequirement);
  const { securityLevel: level } = context.key;
  if (!allowed.some((one) => one === level))
    throw new ConsensusError('InvalidSignaturePublicKeySecurityLevelError', {
      publicKeySecurityLevel: level,
      allowedKeySecurityLevels: allowed,
    });
}

/** The strongest first; a type says how many of them may sign. */
const LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM'] as const;

import { PlatformError } from '../consensus-error.js';
import type { DocumentWork } from './document-work.js';

/** Refuses a signature by a key that is too weak for the document type. @throws {PlatformError} 20004, paid. */
export function checkSecurityLevel({ context, collection }: DocumentWork): void {
  const allowed = LEVELS.slice(0, collection.type.signatureSecurityLevelRequirement);
  const { securityLevel: level } = context.key;
  if (!allowed.some((one) => one === level))
    throw new PlatformError('InvalidSignaturePublicKeySecurityLevelError', { level, allowed });
}

/** The strongest first; a type says how many of them may sign. */
const LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM'] as const;

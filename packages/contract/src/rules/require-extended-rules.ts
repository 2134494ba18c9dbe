import { InvalidOptionError } from '../diagnostic/contract-error.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { hasExtendedRules } from './extended-rules.js';

/**
 * Requires that the rules of a protocol version are there.
 *
 * @throws {InvalidOptionError} in a browser that has not loaded them.
 */
export function requireExtendedRules({ extendedLanguage, version }: ProtocolRules): void {
  if (extendedLanguage && !hasExtendedRules())
    throw new InvalidOptionError(
      'protocolVersion',
      'one whose rules are loaded (import "@dapikit/contract/protocol-14" before)',
      version,
    );
}

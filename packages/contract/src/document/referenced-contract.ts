import { truncate } from '../source/excerpt.js';
import { isSameValue } from './value-at.js';
import type { OutsideContract } from './outside-facts.js';
import { notFound, textOf, type Outcome, type Referring } from './reference-outcome.js';
import type { Reference, RequirementName } from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';

const MS_PER_SECOND = 1000n;

/**
 * Judges what a reference requires of a contract: the first requirement that is not met.
 *
 * Source: `refers-to.md` of the keywords of contracts in the book of dashpay/platform; the order is inferred.
 */
export function judgeContract(reference: Reference, referring: Referring): Outcome {
  const { value, path, write } = referring;
  if (!(value instanceof Uint8Array)) return undefined;
  const contract = write.facts.findContract?.(value);
  if (contract === undefined) return 'unknown';
  if (contract === null) return notFound(reference, referring);
  for (const [field, required] of reference.contractRequirements) {
    const isMet = meets(contract, field, required, referring);
    if (isMet === undefined) return 'unknown';
    if (!isMet)
      return {
        rule: REFERENCE_CHECK_RULES.contractRequirement,
        message: `"${truncate(path)}" refers to a contract that does not meet ${field}: ${required}`,
        payload: { contractId: textOf(value), field, required, path },
      };
  }
  return undefined;
}

/** Returns whether a contract meets a requirement; undefined where the writer or the time of the block is not known. */
function meets(
  { ownerId, createdAt, updatedAt, isReadonly, keepsHistory, election }: OutsideContract,
  field: RequirementName,
  required: string,
  { write }: Referring,
): boolean | undefined {
  const { ownerId: writer, facts } = write;
  const isPast = (since: bigint | undefined, seconds: bigint): boolean | undefined => {
    if (since === undefined) return false;
    return facts.blockTime === undefined ? undefined : facts.blockTime - since >= seconds * MS_PER_SECOND;
  };
  switch (field) {
    case 'moderation':
      if (election === undefined || required === 'elected') return election !== undefined;
      return election.delay === 0n ? true : isPast(createdAt, election.delay);
    case 'minimumAgeSeconds':
      return isPast(createdAt, BigInt(required));
    case 'minimumSecondsSinceUpdate':
      return isPast(createdAt === undefined ? undefined : (updatedAt ?? createdAt), BigInt(required));
    case 'owner':
      return writer === undefined ? undefined : isSameValue(writer, ownerId) === (required === 'self');
    case 'readonly':
      return isReadonly;
    case 'keepsHistory':
      return keepsHistory;
    default:
      return election !== undefined && String(election.isOwnerProtected) === required;
  }
}

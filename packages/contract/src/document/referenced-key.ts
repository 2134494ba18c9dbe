import { OWNER } from '../expression/operators.js';
import { truncate } from '../source/excerpt.js';
import type { Data } from './data.js';
import type { ReadWrite } from './document-write.js';
import type { Reference } from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';
import { valueAt } from './value-at.js';
import { type Referring, type Outcome, CREATOR, textOf } from './reference-outcome.js';

/** Judges a reference to a key of an identity: whether it exists and meets the requirements. */
export function judgeKey(reference: Reference, referring: Referring): Outcome {
  const { write, value, path, type } = referring;
  const { keyIdProperty, identityProperty, keyRequirements } = reference;
  const identity = identityProperty === undefined ? value : identityOf(write, identityProperty);
  if (identity === undefined && identityProperty === CREATOR) return 'unknown';
  const keyId = keyIdProperty === undefined ? value : valueAt(write.data, keyIdProperty);
  if (!(identity instanceof Uint8Array) || (typeof keyId !== 'number' && typeof keyId !== 'bigint'))
    return undefined;
  const key = write.facts.findKey?.(identity, BigInt(keyId));
  if (key === undefined) return 'unknown';
  const payload = { documentTypeName: type.name, path, identityId: textOf(identity), keyId: Number(keyId) };
  if (key === null)
    return {
      rule: REFERENCE_CHECK_RULES.keyNotFound,
      message: `"${truncate(path)}" refers to a key that does not exist`,
      payload,
    };
  if (key.isDisabled)
    return {
      rule: REFERENCE_CHECK_RULES.keyDisabled,
      message: `"${truncate(path)}" refers to a disabled key`,
      payload,
    };
  for (const [field, required] of Object.entries(keyRequirements)) {
    const actual = field === 'purpose' ? key.purpose : key.boundTo;
    if (actual !== required)
      return {
        rule: REFERENCE_CHECK_RULES.keyRequirement,
        message: `"${truncate(path)}" refers to a key whose ${field} is ${actual ?? 'nothing'}: it must be ${required}`,
        payload: { ...payload, field, required, actual: actual ?? '' },
      };
  }
  return undefined;
}

/** Returns the value of the property that names the identity of a key. */
function identityOf({ ownerId, creatorId, data }: ReadWrite, property: string): Data | undefined {
  if (property === OWNER) return ownerId;
  return property === CREATOR ? creatorId : valueAt(data, property);
}

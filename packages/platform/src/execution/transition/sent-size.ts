import type { PropertyDescription } from '@dapikit/contract';
import { ConsensusError } from '../../base/errors/consensus-error.js';

/** Source: `max_state_transition_size` in `packages/rs-platform-version/src/version/system_limits` of dashpay/platform. */
const MAX_BYTES = 20_480;
/** The bytes of a transition in addition to its data: ids, entropy, nonce, names and signature. */
const FRAME_BYTES = 260;
const SCALAR_BYTES = 9;
const LENGTH_BYTES = 2;
const ID_BYTES = 32;

type Properties = readonly PropertyDescription[];

/**
 * Rejects a transition that the network does not take for its size.
 *
 * @throws {ConsensusError} 10602 above 20,480 bytes.
 */
export function checkSentSize(bytes: number): void {
  if (bytes > MAX_BYTES)
    throw new ConsensusError('StateTransitionMaxSizeExceededError', {
      actualSizeBytes: BigInt(bytes),
      maxSizeBytes: BigInt(MAX_BYTES),
    });
}

/**
 * Estimates the size of a transition with data. It is that of the values as the network writes them, to some bytes, or some number
 * above the limit as soon as it is larger.
 *
 * @param properties of the document type; they say which text represents bytes.
 */
export const estimateSentSize = (data: Readonly<Record<string, unknown>>, properties: Properties): number =>
  FRAME_BYTES + sizeOf(data, MAX_BYTES, { type: 'object', properties });

/** Returns the size of a value, or some number above `max` as soon as it is larger: data may contain itself. */
function sizeOf(
  value: unknown,
  max: number,
  property: Pick<PropertyDescription, 'type' | 'properties'> | undefined,
): number {
  if (typeof value === 'string') return LENGTH_BYTES + textSize(value, property?.type);
  if (value instanceof Uint8Array) return LENGTH_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  // An array of small numbers represents bytes in JSON.
  if (Array.isArray(value) && value.every((item) => typeof item === 'number'))
    return LENGTH_BYTES + value.length;
  let size = LENGTH_BYTES;
  for (const [name, member] of Object.entries(value)) {
    size += LENGTH_BYTES + name.length;
    if (size > max) return size;
    size += sizeOf(
      member,
      max - size,
      property?.properties.find((one) => one.name === name),
    );
    if (size > max) return size;
  }
  return size;
}

function textSize(text: string, type: PropertyDescription['type'] | undefined): number {
  if (type === 'identifier') return ID_BYTES;
  return type === 'bytes' ? Math.ceil((text.length * 3) / 4) : Buffer.byteLength(text);
}

import type { PropertyDescription } from '@dapikit/contract';
import { PlatformError } from '../consensus-error.js';

/** Source: `max_state_transition_size` in `packages/rs-platform-version/src/version/system_limits` of dashpay/platform. */
const MOST_BYTES = 20_480;
/** What an operation has beside its data: ids, entropy, nonce, names and signature. */
const FRAME_BYTES = 260;
const SCALAR_BYTES = 9;
const LENGTH_BYTES = 2;
const ID_BYTES = 32;

type Properties = readonly PropertyDescription[];

/**
 * Refuses data that no operation can carry. The size is that of the values as the network writes them, to some bytes.
 *
 * @param properties of the document type; they say which text stands for bytes.
 * @throws {PlatformError} 10602 above 20,480 bytes with what is around the data.
 */
export function checkTransitionSize(data: Readonly<Record<string, unknown>>, properties: Properties): void {
  const actual = FRAME_BYTES + sizeOf(data, MOST_BYTES, { type: 'object', properties });
  if (actual > MOST_BYTES)
    throw new PlatformError('StateTransitionMaxSizeExceededError', { actual, most: MOST_BYTES });
}

/** The size of a value, or some number above `most` as soon as it is larger: data may hold itself. */
function sizeOf(
  value: unknown,
  most: number,
  property: Pick<PropertyDescription, 'type' | 'properties'> | undefined,
): number {
  if (typeof value === 'string') return LENGTH_BYTES + textSize(value, property?.type);
  if (value instanceof Uint8Array) return LENGTH_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  // An array of small numbers is how bytes stand in JSON.
  if (Array.isArray(value) && value.every((item) => typeof item === 'number'))
    return LENGTH_BYTES + value.length;
  let size = LENGTH_BYTES;
  for (const [name, member] of Object.entries(value)) {
    size += LENGTH_BYTES + name.length;
    if (size > most) return size;
    size += sizeOf(
      member,
      most - size,
      property?.properties.find((one) => one.name === name),
    );
    if (size > most) return size;
  }
  return size;
}

function textSize(text: string, type: PropertyDescription['type'] | undefined): number {
  if (type === 'identifier') return ID_BYTES;
  return type === 'bytes' ? Math.ceil((text.length * 3) / 4) : Buffer.byteLength(text);
}

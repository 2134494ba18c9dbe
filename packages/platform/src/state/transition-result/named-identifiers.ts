import { identityIdFromAddresses, type StateTransition } from '@dapikit/protocol';
import { bytesKey } from '../../base/bytes/bytes-key.js';

const ID_BYTES = 32;

/**
 * Returns the identifiers that a state transition names, each once: all values of 32 bytes in it, of which those of identities are some,
 * except the entropy of new documents, and the identity that addresses create, whose id follows from them.
 */
export function namedIdentifiers(transition: StateTransition): readonly Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  const note = (id: Uint8Array): void => void found.set(bytesKey(id), id);
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) {
      if (value.length === ID_BYTES) note(value);
    } else if (value instanceof Map) for (const one of value.values()) walk(one);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one);
  };
  walk(
    transition.type === 'batch'
      ? { ...transition, transitions: transition.transitions.map(withoutEntropy) }
      : transition,
  );
  if (transition.type === 'identityCreateFromAddresses') note(identityIdFromAddresses(transition.inputs));
  return [...found.values()];
}

/** Returns an item of a batch without the entropy that the id of a new document follows from: it identifies nothing. */
const withoutEntropy = (item: object): object => ('entropy' in item ? { ...item, entropy: undefined } : item);

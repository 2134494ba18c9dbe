import { nearestNames } from '@dapikit/contract/nearest-names';
import { ERROR_CODES, excerpt, JsonRpcError } from './json-rpc-error.js';

/** Names methods that are served at another path. */
export interface OtherMethods {
  readonly path: string;
  /** Kind of these methods, such as `a control`. */
  readonly what: string;
  readonly names: readonly string[];
}

/** Returns the error of an unknown method: the known ones, and the one that may be meant, here or at another path. */
export function methodNotFound(
  name: string,
  names: readonly string[],
  elsewhere: readonly OtherMethods[] = [],
): JsonRpcError {
  const fix = placesOf(name, elsewhere) ?? meantOf(name, names);
  return new JsonRpcError(ERROR_CODES.methodNotFound, 'Method not found', {
    reason: 'unknown-method',
    expected: `one of ${names.join(', ')}`,
    found: excerpt(name),
    at: '/method',
    ...(fix !== undefined && { fix }),
  });
}

/** Returns the endpoints that have a method of the name; `undefined` for none. */
function placesOf(name: string, elsewhere: readonly OtherMethods[]): string | undefined {
  const places = elsewhere.filter(({ names }) => names.includes(name));
  if (places.length === 0) return undefined;
  return `That is ${places.map(({ what, path }) => `${what}: POST ${path}`).join(', or ')}.`;
}

/** Returns the name that may be meant, as a question. */
export function meantOf(name: string, names: readonly string[]): string | undefined {
  const [meant] = nearestNames(name, names);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

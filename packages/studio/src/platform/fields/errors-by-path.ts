import { capitalize } from '../../text/sentence.js';
import { describeReason, type Rejection } from '../values/rejection.js';

/** Returns the errors of a rejection by the paths of their properties. */
export function groupErrorsByPath(rejection: Rejection | undefined): Readonly<Record<string, string>> {
  const pairs = rejection?.reasons.flatMap((reason) =>
    reason.paths.map((path): [string, string] => [path, capitalize(describeReason(reason))]),
  );
  return Object.fromEntries(pairs ?? []);
}

import { nearestNames } from '@dapikit/contract';
import { InputError } from '../../base/errors/input-error.js';
import { readMembers } from './read-input.js';

/** Checks that options have no members other than these names, and returns them. @throws {InputError} */
export function readOptions<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
  place = 'the options',
): Options {
  const known: readonly string[] = names;
  const unknown = Object.keys(readMembers(options, place)).find((name) => !known.includes(name));
  if (unknown === undefined) return options;
  const [meant] = nearestNames(unknown, known);
  throw new InputError(place, {
    problem: `unknown member ${JSON.stringify(unknown)}`,
    expected: `members of the names ${known.join(', ')}`,
    found: unknown,
    fix: meant === undefined ? 'leave it out' : `did you mean ${meant}?`,
  });
}

import { nearestNames } from '@dapikit/contract';
import { BadInput } from './bad-input.js';
import { readMembers } from './read-input.js';

/** Options that have no members but those of these names. @throws {BadInput} */
export function readOptions<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
  place = 'the options',
): Options {
  const known: readonly string[] = names;
  const unknown = Object.keys(readMembers(options, place)).find((name) => !known.includes(name));
  if (unknown === undefined) return options;
  const [meant] = nearestNames(unknown, known);
  throw new BadInput(place, {
    expected: `members of the names ${known.join(', ')}`,
    found: unknown,
    advice: meant === undefined ? 'leave it out' : `did you mean ${meant}?`,
  });
}

import { excerpt } from '../json-rpc/json-rpc-error.js';
import { Problem } from './problem.js';

/** How one query parameter is read. */
export interface QueryReader<Value> {
  /** What it may be, in words. */
  readonly expected: string;
  /** @returns nothing when the text is no such value */
  readonly read: (text: string) => Value | undefined;
}

type Readers = Readonly<Record<string, QueryReader<unknown>>>;
type Read<R extends Readers> = {
  [Name in keyof R]?: R[Name] extends QueryReader<infer Value> ? Value : never;
};

/** A reader of one of a few words. */
export function wordReader<const Word extends string>(words: readonly Word[]): QueryReader<Word> {
  return {
    expected: `one of ${words.join(', ')}`,
    read: (text) => words.find((word) => word === text),
  };
}

/** A reader of a decimal integer in a range, bounds included. */
export function integerReader(least: number, most: number): QueryReader<number> {
  return {
    expected: `an integer from ${least} to ${most}`,
    read: (text) => {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  };
}

/**
 * Reads the query of a request: each parameter once at most, and none besides these.
 * @throws {Problem} 400 that names the first one that is wrong.
 */
export function readQuery<R extends Readers>(query: string, readers: R): Read<R> {
  const found = new Map<string, unknown>();
  for (const [name, text] of new URLSearchParams(query)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined)
      throw mistake('unknown-option', 'Unknown query parameter', name, {
        expected: `one of ${Object.keys(readers).join(', ')}`,
        found: excerpt(name),
        mend: 'Remove the parameter, or correct its name.',
      });
    if (found.has(name))
      throw mistake('repeated-option', 'Repeated query parameter', name, {
        expected: `${name} once`,
        found: excerpt(text),
        mend: 'Give the parameter once.',
      });
    const value = reader.read(text);
    if (value === undefined)
      throw mistake('invalid-option', 'Invalid query parameter', name, {
        expected: reader.expected,
        found: excerpt(text),
        mend: `Give ${name} as ${reader.expected}, or leave it out.`,
      });
    found.set(name, value);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what the reader of its name gave
  return Object.fromEntries(found) as Read<R>;
}

interface Told {
  readonly expected: string;
  readonly found: unknown;
  readonly mend: string;
}

function mistake(reason: string, title: string, name: string, told: Told): Problem {
  return new Problem(400, title, { reason, ...told, at: `query parameter ${String(excerpt(name))}` });
}

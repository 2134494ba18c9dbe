import { MalformedBytesError } from '@dapikit/chain';
import { DecodeError } from '@dapikit/protocol';
import { CommandError } from '../program/command.js';
import { KINDS, type Explain, type Explanation, type Kind } from './kinds.js';

/** Describes what bytes are, and what else they could be. */
export interface Explained {
  readonly kind: string;
  readonly explanation: Explanation;
  readonly others: readonly string[];
}

type Attempt = { readonly explanation: Explanation } | { readonly problem: string; readonly offset: number };

function attempt(explain: Explain, bytes: Uint8Array): Attempt {
  try {
    return { explanation: explain(bytes) };
  } catch (error) {
    if (error instanceof DecodeError) return { problem: error.message, offset: error.at.offset ?? 0 };
    if (error instanceof MalformedBytesError) return { problem: error.message, offset: error.offset };
    throw error;
  }
}

const count = (length: number): string => `${length} byte${length === 1 ? '' : 's'}`;
const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Explains bytes as a kind. @throws {CommandError} when they are none of it. */
export function explainAs(kind: string, explain: Explain, bytes: Uint8Array): Explained {
  const tried = attempt(explain, bytes);
  if ('problem' in tried)
    throw new CommandError(
      `the input (${count(bytes.length)}) is not ${withArticle(kind)}: ${tried.problem}`,
    );
  return { kind, explanation: tried.explanation, others: [] };
}

/**
 * Finds out what bytes are: the first kind whose value has just these bytes.
 * @throws {CommandError} when they are none.
 */
export function guessKind(bytes: Uint8Array, names: readonly Kind[]): Explained {
  const tried = names.map((kind) => ({ kind, result: attempt(KINDS[kind], bytes) }));
  const fitting = tried.flatMap(({ kind, result }) =>
    'explanation' in result && Buffer.compare(result.explanation.canonical, bytes) === 0
      ? [{ kind, explanation: result.explanation }]
      : [],
  );
  const [first, ...others] = fitting;
  if (first !== undefined) return { ...first, others: others.map(({ kind }) => kind) };
  const problems = tried.map(({ kind, result }) =>
    'problem' in result
      ? { kind, text: result.problem, offset: result.offset }
      : {
          kind,
          text: `${count(bytes.length - result.explanation.length)} too many, or it is not in its shortest form`,
          offset: result.explanation.length,
        },
  );
  const [nearest, ...rest] = problems.toSorted((a, b) => b.offset - a.offset).slice(0, 2);
  const reasons = [nearest, ...rest].flatMap((problem) =>
    problem === undefined ? [] : [`  as ${problem.kind}: ${problem.text}`],
  );
  throw new CommandError(
    [`the input (${count(bytes.length)}) is none of ${names.join(', ')}; the nearest are`, ...reasons].join(
      '\n',
    ),
  );
}

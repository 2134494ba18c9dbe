import { createInterface } from 'node:readline/promises';
import { UsageError } from './option.js';
import type { Terminal } from './terminal.js';

/**
 * Asks whether to write what was printed.
 * @param isAgreed true where the command line agrees already
 * @throws {UsageError} (rejects) where nobody can be asked: standard input is no terminal
 */
export async function confirm(
  question: string,
  isAgreed: boolean,
  { stderr }: Pick<Terminal, 'stderr'>,
): Promise<boolean> {
  if (isAgreed) return true;
  if (!process.stdin.isTTY)
    throw new UsageError('standard input is no terminal, so nobody can agree: read the plan, then add --yes');
  const lines = createInterface({ input: process.stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

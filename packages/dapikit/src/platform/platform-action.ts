import type { PlatformWork } from './platform-work.js';
import type { DescribeResult } from './print-result.js';

/** Describes an action of `dapikit platform`. */
export interface PlatformAction {
  /** A word, or two where the second one is the first operand: `token mint`. */
  readonly name: string;
  /** The operands: all are required but those in brackets. */
  readonly operands: readonly string[];
  readonly about: string;
  /** @returns what `--json` prints. */
  readonly run: (work: PlatformWork) => Promise<unknown>;
  /** Returns the text for people; JSON is printed where it is absent. */
  readonly describe: DescribeResult | undefined;
}

/** Defines an action. @param operands separated by blanks */
export const action = (
  name: string,
  operands: string,
  about: string,
  run: PlatformAction['run'],
  describe?: DescribeResult,
): PlatformAction => ({
  name,
  operands: operands === '' ? [] : operands.split(' '),
  about,
  run,
  describe,
});

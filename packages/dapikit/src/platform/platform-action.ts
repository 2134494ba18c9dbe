import type { PlatformWork } from './platform-work.js';
import type { DescribeResult } from './print-result.js';

/** Lists the options that only some actions use, without the dashes. */
export const ACTION_OPTION_NAMES = [
  'by',
  'contract',
  'as',
  'where',
  'order-by',
  'group-by',
  'property',
  'limit',
  'start-after',
  'price',
  'pay',
  'position',
  'masternode',
  'credits',
] as const;

/** Names an option that only some actions use. */
export type ActionOption = (typeof ACTION_OPTION_NAMES)[number];

/** Describes an action of `dapikit platform`. */
export interface PlatformAction {
  /** A word, or two where the second one is the first operand: `token mint`. */
  readonly name: string;
  /** The operands: all are required but those in brackets. */
  readonly operands: readonly string[];
  /** Those of {@link ACTION_OPTION_NAMES} that it uses. */
  readonly options: readonly ActionOption[];
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
  options: readonly ActionOption[],
  about: string,
  run: PlatformAction['run'],
  describe?: DescribeResult,
): PlatformAction => ({
  name,
  operands: operands === '' ? [] : operands.split(' '),
  options,
  about,
  run,
  describe,
});

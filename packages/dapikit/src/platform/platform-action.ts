import type { PlatformFlags, PlatformWork } from './platform-work.js';
import type { DescribeResult } from './print-result.js';

/** Lists the options that only some actions use, by flag, with the names of their values. */
export const ACTION_OPTIONS = {
  by: 'by',
  contract: 'contract',
  as: 'as',
  where: 'where',
  'order-by': 'orderBy',
  'group-by': 'groupBy',
  property: 'property',
  limit: 'limit',
  'start-after': 'startAfter',
  price: 'price',
  pay: 'pay',
  position: 'position',
  masternode: 'masternode',
  credits: 'credits',
  reason: 'reason',
  until: 'until',
  window: 'window',
} as const satisfies Readonly<Record<string, keyof PlatformFlags>>;

/** Names an option that only some actions use, without the dashes. */
export type ActionOption = keyof typeof ACTION_OPTIONS;

/** Lists the names of {@link ACTION_OPTIONS}. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
export const ACTION_OPTION_NAMES = Object.keys(ACTION_OPTIONS) as readonly ActionOption[];

/** Describes an action of `dapikit platform`. */
export interface PlatformAction {
  /** A word, or two where the second one is the first operand: `token mint`. */
  readonly name: string;
  /** The operands: all are required but those in brackets. */
  readonly operands: readonly string[];
  /** Those of {@link ACTION_OPTIONS} that it uses. */
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

/** Colours parts of a report; without colours each function returns its text. */
export interface Palette {
  readonly error: Paint;
  readonly unusable: Paint;
  readonly warning: Paint;
  readonly hint: Paint;
  readonly good: Paint;
  readonly frame: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
}

type Paint = (text: string) => string;

/** Select graphic rendition, as terminals have had it since ECMA-48. */
const CODES = {
  error: '1;31',
  unusable: '1;35',
  warning: '1;33',
  hint: '1;36',
  good: '1;32',
  frame: '94',
  strong: '1',
  faint: '2',
} as const satisfies Record<keyof Palette, string>;

const plain: Paint = (text) => text;
const paint =
  (code: string): Paint =>
  (text) =>
    `\u001b[${code}m${text}\u001b[0m`;

/** Returns the colours, or none of them. */
export function palette(isColoured: boolean): Palette {
  const of = (name: keyof Palette): Paint => (isColoured ? paint(CODES[name]) : plain);
  return {
    error: of('error'),
    unusable: of('unusable'),
    warning: of('warning'),
    hint: of('hint'),
    good: of('good'),
    frame: of('frame'),
    strong: of('strong'),
    faint: of('faint'),
  };
}

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

export type ColorChoice = (typeof COLOR_CHOICES)[number];

/**
 * Returns whether to write colours: what `--color` says, then `NO_COLOR` (https://no-color.org) and `FORCE_COLOR`, then whether the
 * output is a terminal that has colours.
 */
export function isColoured(choice: ColorChoice, env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { NO_COLOR: no = '', FORCE_COLOR: force, TERM: term } = env;
  if (no !== '') return false;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && term !== 'dumb';
}

import { aboutOf, devOptions, NODE_MEMBERS, serveSettings, type Option } from 'dapikit';
import type { Setting } from '@dapikit/gateway';
import { fillPage } from './fill-page.js';
import { table } from './markdown.js';

/** Returns settings.md: the settings of `dapikit serve` and the flags of `dapikit dev`. */
export function settingsPage(): string {
  const settings: readonly Setting<unknown>[] = Object.values(serveSettings);
  const options: readonly Option<unknown>[] = Object.values(devOptions);
  return fillPage('settings.md', {
    serve: table(
      ['name', 'default', 'reload', 'what it does'],
      settings.map((setting) => [
        `\`${setting.flag}\``,
        defaultOf(setting),
        setting.needsRestart === true ? '' : 'yes',
        aboutOf(setting),
      ]),
    ),
    node: table(
      ['member', 'what it is'],
      Object.entries(NODE_MEMBERS).map(([name, { about }]) => [`\`${name}\``, about]),
    ),
    dev: table(
      ['flag', 'environment', 'default', 'what it does'],
      options.map((option) => [
        flagOf(option),
        option.env === undefined ? '' : `\`${option.env}\``,
        defaultOf(option),
        option.about,
      ]),
    ),
  });
}

/** Returns a flag as on the command line, such as `--port <number>`. */
export function flagOf({ flag, value, short }: Option<unknown>): string {
  return `${short === undefined ? '' : `\`-${short}\`, `}\`--${flag}${value === undefined ? '' : ` <${value}>`}\``;
}

/** Returns the default of an option or a setting; empty if it is neither text nor a number. */
export function defaultOf({
  default: value,
  defaultText,
}: Pick<Option<unknown>, 'default' | 'defaultText'>): string {
  if (defaultText !== undefined) return defaultText;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

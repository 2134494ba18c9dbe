import { LOG_FORMATS } from '../log/create-log.js';
import { choice } from './setting.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of the log. */
export const logSettings = {
  logLevel: choice({ flag: 'log-level', about: LOG_LEVELS.join(', '), default: 'info' }, 'level', LOG_LEVELS),
  logFormat: choice(
    {
      flag: 'log-format',
      about: 'json for machines, pretty for people, auto for pretty on a terminal only',
      default: 'auto',
      needsRestart: true,
    },
    'form',
    LOG_FORMATS,
  ),
} as const;

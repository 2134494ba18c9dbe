import { DEFAULT_MEMORY_SETTINGS } from '@dapikit/gateway';
import { number, time } from './setting.js';

const GIB = 1024 * 1024 * 1024;

/** The settings of the memory in front of nodes. */
export const memorySettings = {
  callTimeout: time({
    flag: 'call-timeout',
    about: 'time for a question to the nodes in all; clients and proxies of Dash wait for ten seconds',
    default: DEFAULT_MEMORY_SETTINGS.callTimeout,
  }),
  maxTipAge: time(
    {
      flag: 'max-tip-age',
      about: 'how long the tip holds after it was asked for, unless there is news; 0 asks every time',
      default: DEFAULT_MEMORY_SETTINGS.maxTipAge,
    },
    0,
  ),
  maxStaleTip: time(
    {
      flag: 'max-stale-tip',
      about:
        'how long what is not final is still served, marked as stale, while no node answers; 0 for not at all',
      default: DEFAULT_MEMORY_SETTINGS.maxStaleTip,
    },
    0,
  ),
  maxDiffBytes: number(
    {
      flag: 'max-diff-bytes',
      about: 'memory for masternode list diffs that are final, about; 0 keeps none',
      default: DEFAULT_MEMORY_SETTINGS.maxDiffBytes,
    },
    'bytes',
    0,
    4 * GIB,
  ),
} as const;

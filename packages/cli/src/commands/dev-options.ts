import { option, toggle } from '../program/option.js';
import { optionsOf } from '../settings/setting-option.js';
import { devSettings } from '../settings/settings-table.js';
import { chainOptions } from './chain-options.js';
import { coreEmulatorOptions } from './core-emulator-options.js';
import { sdkPortOptions } from './sdk-ports.js';
import { stateOptions } from './state-options.js';

/** Lists the flags of `dapikit dev`. */
export const devOptions = {
  ...optionsOf(devSettings),
  ...chainOptions,
  ...stateOptions,
  ...coreEmulatorOptions,
  ...sdkPortOptions,
  tutorial: option<boolean>({
    flag: 'tutorial',
    about: 'add the contract, the document and the name that the official tutorials read on testnet',
    default: false,
    read: toggle,
  }),
} as const;

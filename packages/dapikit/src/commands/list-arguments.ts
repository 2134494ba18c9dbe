import { existsSync } from 'node:fs';
import type { Values } from '../program/option.js';
import type { chainOptions } from './chain-options.js';
import type { StateFiles } from './state-options.js';

/** Returns the arguments with which `dapikit chain accounts` lists the accounts of the chain that was started. */
export function listArgumentsOf(
  { from, mayBeMissing }: StateFiles,
  { mnemonic, masternodeChanges }: Pick<Values<typeof chainOptions>, 'mnemonic' | 'masternodeChanges'>,
): readonly string[] {
  const isLoaded = from !== undefined && !(mayBeMissing && !existsSync(from));
  return [
    ...(isLoaded ? ['--dump', from] : []),
    ...(mnemonic === undefined ? [] : ['--mnemonic', mnemonic]),
    ...(masternodeChanges === undefined ? [] : ['--masternode-changes', String(masternodeChanges)]),
  ];
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DevChain } from '@dapikit/chain';
import { command, EXIT } from '../program/command.js';
import { loadDump } from '../input/load-dump.js';
import { integer, option, text, UsageError } from '../program/option.js';
import { describeAccounts } from './chain-accounts.js';
import { chainOptions, chainSettings } from './chain-options.js';

const MAX_BLOCKS = 1_000_000;

/** Implements `dapikit chain`: writes the blocks of the development chain for a Dash Core on regtest, or lists its accounts. */
export const chain = command({
  name: 'chain',
  about: 'list the accounts of the development chain, or export its blocks',
  usage: '<export | accounts> [options]',
  maxOperands: 1,
  options: {
    blocks: option({
      flag: 'blocks',
      value: 'number',
      about: 'number of blocks to mine first, including masternode changes',
      default: 0,
      read: integer(0, MAX_BLOCKS),
    }),
    dump: option<string | undefined>({
      flag: 'dump',
      value: 'file',
      about: 'load the chain from this dump instead of the initial chain',
      default: undefined,
      read: text,
    }),
    mnemonic: chainOptions.mnemonic,
    masternodeChanges: chainOptions.masternodeChanges,
  },
  examples: [
    ['chain accounts', 'addresses, keys and coins of layer 1, mnemonics and identities of the platform'],
    ['chain export > blocks.jsonl', 'the initial chain'],
    ['chain export --blocks 100 | tail -1', 'the last of a hundred additional blocks'],
  ],
  notes: [
    'Each line is a block, from height 1 to the tip: {"height":…,"hash":…,"hex":…}. Dash Core in regtest mode with an empty data directory accepts them in this order: dash-cli -regtest submitblock <hex>.',
  ],
  async run({ blocks, dump, mnemonic, masternodeChanges }, [action], { stdout }) {
    if (action !== 'export' && action !== 'accounts')
      throw new UsageError(
        `${action === undefined ? 'no action' : `unknown action ${JSON.stringify(action)}`}: use export or accounts`,
      );
    const options = { ...chainSettings({ mnemonic, masternodeChanges }), mining: 'manual' } as const;
    const devChain = dump === undefined ? new DevChain(options) : await loadDump(dump, options);
    devChain.mine(blocks);
    const lines = action === 'export' ? linesOf(devChain) : [describeAccounts(devChain)];
    await pipeline(Readable.from(lines), stdout, { end: false });
    devChain.close();
    return EXIT.fine;
  },
});

function* linesOf(devChain: DevChain): Generator<string> {
  for (const block of devChain.exportBlocks()) yield `${JSON.stringify(block)}\n`;
}

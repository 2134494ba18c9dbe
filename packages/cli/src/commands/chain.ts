import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DevChain } from '@dapikit/chain';
import { command, EXIT } from '../program/command.js';
import { loadDump } from '../input/load-dump.js';
import { integer, option, text, UsageError } from '../program/option.js';
import { chainOptions, chainSettings } from './chain-options.js';

const MAX_BLOCKS = 1_000_000;

/** Implements `dapikit chain export`: writes the blocks of the development chain for a Dash Core on regtest. */
export const chain = command({
  name: 'chain',
  about: 'export the blocks of the development chain',
  usage: 'export [options]',
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
    ['chain export > blocks.jsonl', 'the initial chain'],
    ['chain export --blocks 100 | tail -1', 'the last of a hundred additional blocks'],
  ],
  notes: [
    'Each line is a block, from height 1 to the tip: {"height":…,"hash":…,"hex":…}. Dash Core in regtest mode with an empty data directory accepts them in this order: dash-cli -regtest submitblock <hex>.',
  ],
  async run({ blocks, dump, mnemonic, masternodeChanges }, [action], { stdout }) {
    if (action !== 'export')
      throw new UsageError(
        `expected export, found ${action === undefined ? 'nothing' : JSON.stringify(action)}`,
      );
    const options = { ...chainSettings({ mnemonic, masternodeChanges }), mining: 'manual' } as const;
    const devChain = dump === undefined ? new DevChain(options) : await loadDump(dump, options);
    devChain.mine(blocks);
    await pipeline(Readable.from(linesOf(devChain)), stdout, { end: false });
    devChain.close();
    return EXIT.fine;
  },
});

function* linesOf(devChain: DevChain): Generator<string> {
  for (const block of devChain.exportBlocks()) yield `${JSON.stringify(block)}\n`;
}

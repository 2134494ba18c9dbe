import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DevChain, RefusedControl } from '@dapikit/chain';
import { command, CommandFailure, EXIT } from '../command.js';
import { integer, option, text, UsageError } from '../option.js';
import { printable } from '../report/printable.js';
import { devOptions } from './dev-options.js';

const MOST_BLOCKS = 1_000_000;

/** `dapikit chain export`: the blocks of the development chain for a Dash Core on regtest. */
export const chain = command({
  name: 'chain',
  about: 'write the blocks of the development chain',
  usage: 'export [options]',
  mostOperands: 1,
  options: {
    blocks: option({
      flag: 'blocks',
      value: 'number',
      about: 'how many blocks to mine first, masternode changes and all',
      default: 0,
      read: integer(0, MOST_BLOCKS),
    }),
    dump: option<string | undefined>({
      flag: 'dump',
      value: 'file',
      about: 'the chain of a dump, instead of one as it starts',
      default: undefined,
      read: text,
    }),
    mnemonic: devOptions.mnemonic,
    masternodeChanges: devOptions.masternodeChanges,
  },
  examples: [
    ['chain export > blocks.jsonl', 'the chain as it starts'],
    ['chain export --blocks 100 | tail -1', 'the last of a hundred blocks more'],
  ],
  notes: [
    'Each line is a block, from height 1 to the tip: {"height":…,"hash":…,"hex":…}. A Dash Core in regtest mode with an empty data directory takes them in this order: dash-cli -regtest submitblock <hex>.',
  ],
  async run({ blocks, dump, mnemonic, masternodeChanges }, [action]) {
    if (action !== 'export')
      throw new UsageError(
        `expected export, found ${action === undefined ? 'nothing' : JSON.stringify(action)}`,
      );
    const devChain =
      dump === undefined
        ? new DevChain({ mnemonic, mining: 'manual', masternodeChangeInterval: masternodeChanges })
        : await loadDump(dump);
    devChain.mine(blocks);
    await pipeline(Readable.from(linesOf(devChain)), process.stdout, { end: false });
    devChain.close();
    return EXIT.fine;
  },
});

function* linesOf(devChain: DevChain): Generator<string> {
  for (const block of devChain.exportBlocks()) yield `${JSON.stringify(block)}\n`;
}

async function loadDump(file: string): Promise<DevChain> {
  try {
    return DevChain.load(await readFile(file));
  } catch (error) {
    if (error instanceof RefusedControl) throw new CommandFailure(`${printable(file)}: ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw new UsageError(`${printable(file)} cannot be read: ${String(error.code)}`);
    throw error;
  }
}

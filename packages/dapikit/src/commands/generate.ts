import { makeFolder } from '@dapikit/platform/make-folder';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { generateClient } from '../generate/generate-client.js';
import { oneContract } from '../input/one-contract.js';
import { command, CommandError, EXIT } from '../program/command.js';
import { withFile } from '../program/file-error.js';
import { option, UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import { PROGRAM } from '../program/program-name.js';
import { describeDiagnostics } from '../report/describe-diagnostics.js';
import { count } from '../report/report.js';
import { displayOf } from '../report/display.js';
import { colorOption, contractOptions } from './contract-options.js';

/** Implements `dapikit generate`: writes a typed client of a contract. */
export const generate = command({
  name: 'generate',
  about: 'write a typed client of a contract, on top of evo-sdk',
  usage: '[file] --out <folder> [options]',
  maxOperands: 1,
  options: {
    ...contractOptions,
    protocol: option({
      ...contractOptions.protocol,
      about: `protocol version of the network, 1 to ${NEWEST_RELEASED_PROTOCOL}`,
    }),
    out: option({
      flag: 'out',
      short: 'o',
      value: 'folder',
      about: 'folder of the client; its name is that of the client',
      default: '',
      read: (text) => text,
    }),
    color: colorOption,
  },
  examples: [['generate contract.json --out src/notes', 'createNotes(sdk, options) in src/notes/index.ts']],
  notes: [
    'The client imports @dapikit/client and @dashevo/evo-sdk. It has a method for each index, with what the network serves and proves: other queries do not compile.',
    'Files of the client are overwritten. Exit code: 0 with a client, 1 if the network would reject the contract, 2 if the command line is invalid or a file cannot be read or written.',
  ],
  async run({ protocol, form, out, color }, [file], { stdout, stderr, env }) {
    if (out === '') throw new UsageError('expected --out <folder>, such as --out src/notes');
    if (protocol > NEWEST_RELEASED_PROTOCOL)
      throw new UsageError(
        `--protocol ${protocol}: no version of evo-sdk has a protocol above ${NEWEST_RELEASED_PROTOCOL}, so no method of a client would work: ${PROGRAM} types --protocol ${protocol} writes the types of the documents`,
      );
    const contract = await oneContract(file);
    const result = await generateClient(contract.text, {
      protocolVersion: protocol,
      form,
      name: basename(out),
    });
    if (!result.ok) {
      const rejections = result.diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
      const shown = describeDiagnostics(contract, rejections, 'network', displayOf(stderr, color, env));
      stderr.write(`${shown.join('\n\n')}\n\n`);
      throw new CommandError('cannot write a client: the network would reject the contract');
    }
    await withFile(out, async () => {
      makeFolder(out);
      for (const [name, code] of result.files) await writeFile(join(out, name), code);
    });
    stdout.write(`Wrote ${count(result.files.size, 'file')} to ${printable(out)}.\n`);
    return EXIT.fine;
  },
});

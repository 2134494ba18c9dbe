import { typesFor } from '@dapikit/contract';
import { command, CommandError, EXIT } from '../program/command.js';
import { oneContract } from '../input/one-contract.js';
import { describeDiagnostics } from '../report/describe-diagnostics.js';
import { displayOf } from '../report/display.js';
import { colorOption, contractOptions } from './contract-options.js';

/** Implements `dapikit types`: writes TypeScript declarations of the documents of a contract. */
export const types = command({
  name: 'types',
  about: 'write TypeScript types of the documents of a contract',
  usage: '[file] [options]',
  maxOperands: 1,
  options: { ...contractOptions, color: colorOption },
  examples: [
    ['types contract.json > contract.d.ts', 'declarations for a project'],
    ['types - < contract.json', 'for standard input'],
  ],
  notes: [
    '64-bit integers are bigint; identifiers and byte arrays are branded types. The document type note becomes the interfaces Note and NoteDocument, which includes the system fields.',
    'Exit code: 0 with declarations, 1 if the network would reject the contract, 2 if the command line is invalid or the file cannot be read.',
  ],
  async run({ protocol, form, color }, [file], { stdout, stderr, env }) {
    const contract = await oneContract(file);
    const result = typesFor(contract.text, { protocolVersion: protocol, form });
    if (result.ok) {
      stdout.write(result.code);
      return EXIT.fine;
    }
    const rejections = result.diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
    const shown = describeDiagnostics(contract, rejections, 'network', displayOf(stderr, color, env));
    stderr.write(`${shown.join('\n\n')}\n\n`);
    throw new CommandError('cannot write types: the network would reject the contract');
  },
});

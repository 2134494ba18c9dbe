import { command, EXIT } from '../program/command.js';
import { gitName } from '../input/git-file.js';
import { option, toggle } from '../program/option.js';
import { contractOptions, docsUrlOption } from './contract-options.js';

/** Implements `dapikit lsp`: serves editors over standard input and output until they close it. */
export const lsp = command({
  name: 'lsp',
  about: 'serve editors as the language server of data contracts',
  usage: '[options]',
  maxOperands: 0,
  options: {
    ...contractOptions,
    baseline: option<string | undefined>({
      flag: 'baseline',
      value: 'git:REF',
      about:
        'revision of git that has the registered contracts, such as git:main: each file is judged as the update of the same file there',
      default: undefined,
      defaultText: 'none',
      read: (text, name) => {
        gitName(text, 'contract.json', name);
        return text;
      },
    }),
    docsUrl: docsUrlOption,
    stdio: option({
      flag: 'stdio',
      about: 'use standard input and output, which is the only way and the default; many editors pass it',
      default: true,
      read: toggle,
    }),
  },
  examples: [
    ['lsp', 'diagnostics, fixes, completion, documentation and fees'],
    ['lsp --baseline git:main', 'with the rules of updates, beside the contracts of a branch'],
  ],
  notes: [
    'It speaks the Language Server Protocol. Editors start it for files that are data contracts; it judges every JSON file that they open with it.',
    'Exit code: 0 if the editor asked it to end, 1 if the connection was lost, 2 if the command line is invalid.',
  ],
  async run({ protocol, form, baseline, docsUrl }) {
    const { serveLanguage } = await import('../lsp/serve-language.js');
    const isOrderly = await serveLanguage(
      { protocolVersion: protocol, form, baseline, docsUrl },
      process.stdin,
      process.stdout,
    );
    return isOrderly ? EXIT.fine : EXIT.failure;
  },
});

import { command, EXIT, type Command } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { SHELLS, type CompletedCommand } from '../report/completion-script.js';

/**
 * Implements `dapikit completion`: writes a script with which a shell completes commands, actions and options.
 * @param load returns all commands
 */
export const completion = (load: () => Promise<readonly Command[]>): Command =>
  command({
    name: 'completion',
    about: 'write a script that completes commands and options in a shell',
    usage: `<${[...SHELLS.keys()].join('|')}>`,
    maxOperands: 1,
    options: {},
    examples: [
      ['completion bash >> ~/.bashrc', 'for bash, in each new shell'],
      ['completion zsh > "${fpath[1]}/_dapikit"', 'for zsh'],
      ['completion fish > ~/.config/fish/completions/dapikit.fish', 'for fish'],
    ],
    notes: ['Write the script again after an update: it has the commands and options of this version.'],
    async run(_, [shell = ''], { stdout }) {
      const write = SHELLS.get(shell);
      if (write === undefined)
        throw new UsageError(`expected a shell: ${[...SHELLS.keys()].join(', ')}`, {
          found: shell,
          names: [...SHELLS.keys()],
        });
      stdout.write(write((await load()).map(completed)));
      return EXIT.fine;
    },
  });

const completed = ({ name, about, actions, options }: Command): CompletedCommand => ({
  name,
  about,
  // Actions of two words have the first one in common.
  actions: [...new Map(actions.map(([usage, about]) => [usage.split(' ')[0] ?? '', about]))].map(
    ([name, about]) => ({ name, about }),
  ),
  options: Object.values(options).map(({ flag, value, about: purpose }) => ({
    name: flag,
    about: purpose,
    takesValue: value !== undefined,
  })),
});

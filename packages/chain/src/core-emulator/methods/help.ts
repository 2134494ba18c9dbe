import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { helpText, synopsis } from '../rpc/help-text.js';

/** Defines `help` for a table of methods, itself included. */
export function helpOf(others: readonly EmulatorMethod[]): EmulatorMethod {
  const help: EmulatorMethod = {
    name: 'help',
    category: 'Control',
    summary: 'lists the methods, or describes one',
    params: [
      { name: 'command', type: 'string', isOptional: true, about: 'the name of a method' },
      { name: 'subcommand', type: 'string', isOptional: true, about: 'its second word' },
    ],
    difference: 'The texts are not those of Dash Core, but for the first line of each.',
    answer(_, params) {
      const words = [0, 1].flatMap((position) => (params.isGiven(position) ? [params.text(position)] : []));
      const methods = [...others, help];
      return words.length === 0 ? listOf(methods) : helpOn(words.join(' '), methods);
    },
  };
  return help;
}

function helpOn(name: string, methods: readonly EmulatorMethod[]): string {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined) return `help: unknown command: ${name}`;
  const parts = methods.filter((candidate) => candidate.name.startsWith(`${name} `));
  const commands = parts.length === 0 ? [] : [['Available commands:', ...parts.map(synopsis)].join('\n')];
  return [helpText(method), ...commands].join('\n\n');
}

function listOf(methods: readonly EmulatorMethod[]): string {
  const categories = [...new Set(methods.map(({ category }) => category))].toSorted();
  return categories
    .filter((category) => category !== 'Hidden')
    .map((category) => {
      const lines = methods.filter((method) => method.category === category).map(synopsis);
      return [`== ${category} ==`, ...lines.toSorted()].join('\n');
    })
    .join('\n\n');
}

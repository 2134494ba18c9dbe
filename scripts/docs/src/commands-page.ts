import { COMMANDS, formatJson, formatPretty, type Command, type Report } from 'dapikit';
import { validateContract } from '@dapikit/contract';
import { fillPage } from './fill-page.js';
import { fence, joinParts, table } from './markdown.js';
import { defaultOf, flagOf } from './settings-page.js';

/** Commands whose flags are on the page of the settings. */
const ON_SETTINGS_PAGE: ReadonlySet<string> = new Set(['serve', 'config', 'dev']);

const EXAMPLE = `{
  "note": {
    "type": "object",
    "properties": {
      "text": { "type": "string", "position": "0", "maxLength": 63 }
    },
    "additionalProperties": false
  }
}
`;

/** Returns cli.md: the commands of `dapikit`. */
export async function commandsPage(): Promise<string> {
  const commands = [...COMMANDS].filter(([name]) => !ON_SETTINGS_PAGE.has(name));
  const report: Report = {
    files: [{ name: 'note.json', text: EXAMPLE, verdict: validateContract(EXAMPLE) }],
    unreadable: [],
    protocolVersion: 13,
    judge: 'specification',
    quiet: false,
    maxWarnings: Number.POSITIVE_INFINITY,
  };
  const loaded = await Promise.all(commands.map(([, entry]) => entry.load()));
  return fillPage('cli.md', {
    commands: joinParts(loaded.map(commandSection)),
    pretty: fence('text', (await formatPretty(report, { isColoured: false, columns: undefined })).trimEnd()),
    json: fence('json', formatJson(report).trimEnd()),
  });
}

function commandSection({ name, about, usage, actions, options, examples, notes }: Command): string {
  return joinParts([
    `## dapikit ${name}`,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}: \`dapikit ${name} ${usage}\``,
    ...(actions.length === 0
      ? []
      : [
          table(
            ['action', 'what it does'],
            actions.map(([action, purpose]) => [`\`${action}\``, purpose]),
          ),
        ]),
    table(
      ['flag', 'default', 'what it does'],
      Object.values(options).map((option) => [flagOf(option), defaultOf(option), option.about]),
    ),
    ...(examples.length === 0
      ? []
      : [fence('sh', examples.map(([line, purpose]) => `dapikit ${line}  # ${purpose}`).join('\n'))]),
    ...notes,
  ]);
}

import { formatContract } from '@dapikit/contract';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { command, EXIT } from '../program/command.js';
import { asFileError, FileError } from '../program/file-error.js';
import { oneOf, option, UsageError } from '../program/option.js';
import { PROGRAM, quoted } from '../program/program-name.js';
import { columns } from '../report/columns.js';
import type { TemplateName } from '../templates/templates.js';

const FIRST_NAME = 'contract';
const FIRST_FOLDER = 'my-app';

/** The template that is an application instead of a contract. */
const APPLICATION = 'app';

/** Copy of the names of `TEMPLATES`, which are not loaded for the help. */
const CONTRACTS = [
  'note',
  'token',
  'market',
  'vote',
  'blog',
  'chat',
] as const satisfies readonly TemplateName[];
const NAMES = [...CONTRACTS, APPLICATION] as const;

/** Implements `dapikit init`: writes a contract to start from, which registers as it is, or an application. */
export const init = command({
  name: 'init',
  about: 'write a starter contract, or an application with one',
  usage: '[name] [options]',
  maxOperands: 1,
  options: {
    template: option<(typeof NAMES)[number]>({
      flag: 'template',
      short: 't',
      value: 'name',
      about: `contract to start from: ${CONTRACTS.join(', ')}; or ${APPLICATION}, an application of Vite and evo-sdk`,
      default: NAMES[0],
      read: oneOf(NAMES),
    }),
    release: option({
      flag: 'release',
      value: 'folder',
      about: `with --template ${APPLICATION}: folder with the tarballs of dapikit`,
      default: '',
      defaultText: 'release/ of the clone',
      read: (text) => text,
    }),
  },
  examples: [
    ['init', `write ${FIRST_NAME}.json in this folder`],
    ['init notes', 'write notes.json'],
    ['init points --template token', 'a token, and documents that cost it'],
    [`init ${FIRST_FOLDER} --template ${APPLICATION}`, 'a folder with a page, a contract and a test'],
  ],
  notes: ['Existing files are never overwritten.'],
  async run({ template, release }, [operand], { stdout }) {
    if (template === APPLICATION) {
      const folder = operand ?? FIRST_FOLDER;
      if (folder === '') throw new UsageError('expected the name of a folder');
      const { writeApplication } = await import('../application/write-application.js');
      await writeApplication(folder, release);
      stdout.write(nextStepsIn(folder));
      return EXIT.fine;
    }
    if (release !== '') throw new UsageError(`--release needs --template ${APPLICATION}`);
    const name = operand ?? FIRST_NAME;
    if (name === '' || name.endsWith('/')) throw new UsageError('expected the name of a file');
    const file = name.endsWith('.json') ? name : `${name}.json`;
    const { TEMPLATES } = await import('../templates/templates.js');
    const { about, contract } = TEMPLATES[template];
    const { text } = formatContract(JSON.stringify(contract));
    if (text === undefined) throw new Error('a template is JSON');
    await write(file, text);
    stdout.write(nextSteps(file, about));
    return EXIT.fine;
  },
});

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new FileError(`${file}: it already exists; choose another name`);
    if (code === 'ENOENT') throw new FileError(`${file}: there is no folder ${dirname(file)}`);
    throw asFileError(error, file);
  }
}

function nextSteps(file: string, about: string): string {
  return [
    `Wrote ${file}: ${about}.`,
    '',
    'JSON has no comments: use "$comment" and "description" in document types and properties. They are registered with the',
    'contract, so their bytes cost storage. Positions define the stored order of properties: number them from 0, and do not',
    'change them after the registration.',
    '',
    ...columns([
      [`${PROGRAM} check ${quoted(file)} --watch`, 'check it while you write'],
      [`${PROGRAM} fees ${quoted(file)}`, 'print the cost of the registration'],
      [`${PROGRAM} platform register ${quoted(file)}`, 'register it on a local platform'],
      [`${PROGRAM} explain`, 'list the rules'],
    ]),
    '',
  ].join('\n');
}

function nextStepsIn(folder: string): string {
  return [
    `Wrote ${folder}: notes that people thank for with points, as a page and a test.`,
    '',
    ...columns([
      [`cd ${quoted(folder)} && npm install`, ''],
      ['npm test', 'test it on a network of its own'],
      ['npm run network', 'start the local network with board.json and documents.json'],
      ['npm run price', 'sell points, in a second terminal'],
      ['npm run dev', 'open the page'],
      ['npm run generate', 'write the typed client again, after a change of board.json'],
    ]),
    '',
  ].join('\n');
}

import { formatContract } from '@dapikit/contract';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { command, EXIT } from '../program/command.js';
import { asFileError, FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { PROGRAM, quoted } from '../program/program-name.js';
import { columns } from '../report/columns.js';

const FIRST_NAME = 'contract';

/** A contract with the things that most contracts have; `$comment` and `description` explain them. */
const STARTER = {
  note: {
    $comment: 'A document type describes the documents of your application. Rename it and add others.',
    description: 'A note that its owner can change and delete, and that everybody can read.',
    type: 'object',
    documentsMutable: true,
    canBeDeleted: true,
    indices: [
      { name: 'byOwner', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
      { name: 'byTopic', properties: [{ topic: 'asc' }, { $createdAt: 'asc' }] },
    ],
    properties: {
      topic: {
        description: 'Topic of the note. Text in an index has a maxLength of at most 63.',
        type: 'string',
        minLength: 1,
        maxLength: 63,
        position: 0,
      },
      text: { description: 'Text of the note.', type: 'string', maxLength: 1000, position: 1 },
      stars: { description: 'Importance of the note.', type: 'integer', minimum: 0, maximum: 5, position: 2 },
    },
    required: ['topic', 'text', '$createdAt'],
    additionalProperties: false,
  },
};

/** Implements `dapikit init`: writes a contract to start from, without diagnostics. */
export const init = command({
  name: 'init',
  about: 'write a starter contract',
  usage: '[name] [options]',
  maxOperands: 1,
  options: {},
  examples: [
    ['init', `write ${FIRST_NAME}.json in this folder`],
    ['init notes', 'write notes.json'],
  ],
  notes: ['Existing files are never overwritten.'],
  async run(_, [name = FIRST_NAME], { stdout }) {
    if (name === '' || name.endsWith('/')) throw new UsageError('expected the name of a file');
    const file = name.endsWith('.json') ? name : `${name}.json`;
    const { text } = formatContract(JSON.stringify(STARTER));
    if (text === undefined) throw new Error('the starter contract is JSON');
    await write(file, text);
    stdout.write(nextSteps(file));
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

function nextSteps(file: string): string {
  return [
    `Wrote ${file}: a document type "note" with three properties and two indices.`,
    '',
    'JSON has no comments: use "$comment" and "description" in document types and properties. They are registered with the',
    'contract, so their bytes cost storage. Positions define the stored order of properties: number them from 0, and do not',
    'change them after the registration.',
    '',
    ...columns([
      [`${PROGRAM} check ${quoted(file)} --watch`, 'check it while you write'],
      [`${PROGRAM} fees ${quoted(file)}`, 'print the cost of the registration'],
      [`${PROGRAM} explain`, 'list the rules'],
    ]),
    '',
  ].join('\n');
}

import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';

const POLLS = JSON.stringify({
  poll: {
    type: 'object',
    properties: {
      question: { type: 'string', maxLength: 63, position: 0 },
      slug: {
        type: 'string',
        maxLength: 63,
        position: 1,
        generatedFrom: { function: 'sys.stringTransformations.snakeCase', params: ['question'] },
      },
      closesAt: { type: 'integer', minimum: 0, position: 2 },
    },
    required: ['question', '$createdAt'],
    additionalProperties: false,
    propertyConstraints: {
      openForAnHour: { greaterThanOrEqual: [{ subtract: ['closesAt', '$createdAt'] }, 3_600_000] },
    },
    deleteConstraints: { unanswered: { equal: [{ countOf: ['answer', { choice: 1 }] }, 0] } },
  },
  answer: {
    type: 'object',
    documentsMutable: false,
    properties: { choice: { type: 'integer', minimum: 0, maximum: 9, position: 0 } },
    required: ['choice'],
    indices: [{ name: 'byChoice', properties: [{ choice: 'asc' }], countable: 'countable' }],
    additionalProperties: false,
  },
});

const POLL = '{\n  "question": "Which One",\n  "closesAt": 1700000000000\n}\n';
const FILES = {
  'polls.json': POLLS,
  'poll.json': POLL,
  'late.json': JSON.stringify({ ownerId: OWNER, system: { $createdAt: 1_700_000_000_000 } }),
  'early.json': JSON.stringify({ ownerId: OWNER, system: { $createdAt: 1_600_000_000_000 } }),
  'delete.json': JSON.stringify({
    action: 'delete',
    totals: [{ countOf: ['answer', { choice: 1 }], is: 2 }],
  }),
  'wrong.json': '{"owner": 5}',
};

const check = (...args: readonly string[]) =>
  callDapikit(['check', 'polls.json', '--protocol', '14', '--document', 'poll.json', ...args], {
    cwd: folderWith(FILES),
  });

describe('dapikit check --document', () => {
  it('judges a document by the rules of its type, and says what is missing for that', async () => {
    const run = await check('--type', 'poll');
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('protocol 14 is a preview');
    expect(run.stderr).toContain('dapikit check: the platform fills in slug: "which_one"');
    expect(run.stderr).toContain(
      'dapikit check: not judged: propertyConstraints.openForAnHour reads $createdAt',
    );
  });

  it('judges rules by the assumptions of a file', async () => {
    const late = await check('--type', 'poll', '--assume', 'late.json');
    expect(late.code).toBe(1);
    expect(late.stdout).toContain('error[document-constraint]');
    expect(late.stdout).toContain('The closes at minus the time of creation is at least 3600000');
    expect(late.stderr).not.toContain('not judged');
    expect((await check('--type', 'poll', '--assume', 'early.json')).code).toBe(0);
  });

  it('judges a deletion of the document', async () => {
    const run = await check('--type', 'poll', '--assume', 'delete.json');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('error[document-delete-constraint]');
  });

  it('rejects assumptions with an unknown member', async () => {
    const run = await check('--type', 'poll', '--assume', 'wrong.json');
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "ownerId"?') });
  });

  it('needs the type where the contract has several', async () => {
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--document needs --type: one of poll, answer'),
    });
    expect(
      await callDapikit(['check', 'polls.json', '--type', 'poll'], { cwd: folderWith(FILES) }),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--type and --assume require --document'),
    });
  });
});

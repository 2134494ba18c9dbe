import { beforeAll, describe, expect, it } from 'vitest';
import { callDapikit, folderWith, type Ended } from './run-dapikit.js';

/** A contract with its registered form, and one that differs from it by a member without effect. */
const WHOLE = {
  $formatVersion: '1',
  keywords: ['abc'],
  documentSchemas: {
    note: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    },
  },
};

const cwd = folderWith({
  'note.json': JSON.stringify(WHOLE),
  'misspelled.json': JSON.stringify({ ...WHOLE, keyword: ['other'] }),
});
const run = async (...args: string[]): Promise<Ended> =>
  callDapikit(['platform', ...args, '--data', 'state'], { cwd });

let contract = '';
beforeAll(async () => {
  await run('identity', 'me');
  const { stdout } = await run('register', 'note.json');
  contract = /^registered (\w+)/.exec(stdout)?.[1] ?? '';
});

describe('dapikit platform', () => {
  it.each<[string[], number, string]>([
    [['identity', ''], 2, 'expected the name or the id of an identity, found ""'],
    [['put', 'note', '{}', '--by', ''], 2, 'expected the name or the id of an identity, found ""'],
    [['put', 'note', '[1]'], 2, 'data: expected a JSON object, found "[1]"'],
    [['put', 'note', '{"text": 1e400}'], 2, 'data: the number 1e400 is too large'],
    [
      ['put', 'note', String.raw`{"text": "\ud800"}`],
      1,
      'expected a value of type string for text, found text with half a surrogate pair',
    ],
    [['sum', 'note'], 2, 'sum: expected --property'],
    [['average', 'note'], 2, 'average: expected --property'],
    [['rank', 'note', 'sum', 'text'], 2, 'rank: expected --property'],
    [['count', 'note', '--where', '[[1]]'], 1, 'expected field, operator and value in --where[0]'],
    [['query', 'note', '--order-by', '[5]'], 1, 'expected a field and a direction in --order-by[0]'],
    [
      ['query', 'note', '--start-after', 'x'],
      1,
      'expected the id of a document, 32 bytes or base58 in --start-after',
    ],
  ])('rejects %j with exit code %i in the words of the command line: %s', async (args, code, message) => {
    const { stderr, ...ended } = await run(...args);
    expect(ended).toEqual({ code, stdout: '' });
    expect(stderr.slice(0, 18 + message.length)).toBe(`dapikit platform: ${message}`);
  });

  it('says that a contract has no tokens, and names it', async () => {
    const { code, stderr } = await run('token', 'mint', '5', '--contract', contract);
    expect([code, stderr]).toEqual([1, `dapikit platform: the contract ${contract} has no tokens\n`]);
  });

  it('names a member that the network ignores where an update changes nothing', async () => {
    const { code, stdout, stderr } = await run('update', 'misspelled.json', '--contract', contract);
    expect([code, stdout]).toEqual([
      0,
      `${contract} is registered like this already, as version 1: nothing was sent, so nothing is charged\n`,
    ]);
    expect(stderr).toBe(
      'dapikit platform: the network ignores /keyword: unknown member "keyword"; "keywords" is beside it. Remove "keyword" or "keywords".\n',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { folderWith, runDapikit } from './run-dapikit.js';

const note = {
  type: 'object',
  indices: [{ name: 'byTopic', properties: [{ topic: 'asc' }] }],
  properties: { topic: { type: 'string', maxLength: 20, position: 0 } },
  additionalProperties: false,
};
const unique = {
  ...note,
  indices: [{ name: 'byTopic', unique: true, properties: [{ topic: 'asc' }] }],
};
/** Makes a contract as `dapikit init` writes it: the network gives it an id and an owner. */
const whole = (documentSchemas: object): object => ({
  $formatVersion: '1',
  version: 1,
  config: { $formatVersion: '1' },
  documentSchemas,
});
const folder = folderWith({
  'registered.json': JSON.stringify({ note }),
  'more.json': JSON.stringify({ note, other: note }),
  'changed.json': JSON.stringify({ note: unique }),
  'broken.json': '{"note":{"type":"object"}}',
  'whole.json': JSON.stringify(whole({ note })),
  'whole-more.json': JSON.stringify(whole({ note, other: note })),
  'whole-changed.json': JSON.stringify(whole({ note: unique })),
});
const migrate = (...args: readonly string[]) => runDapikit(['migrate', ...args], { cwd: folder });

describe('dapikit migrate plan', () => {
  it('exits with 0 for an update, with its fee', () => {
    const { code, stdout } = migrate('plan', 'registered.json', 'more.json');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Update: .*\n {2}It adds \/other\.\n\nIt costs at most 0\.\d+ DASH/),
    ]);
  });

  it('plans for whole contracts without an id and an owner, whose version is the next one', () => {
    const same = migrate('plan', 'whole.json', 'whole.json');
    expect([same.code, same.stdout]).toEqual([0, 'The contracts are the same: there is nothing to do.\n']);
    const { code, stdout } = migrate('plan', 'whole.json', 'whole-more.json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('It adds /documentSchemas/other.')]);
  });

  it('says once that a document type is missing', () => {
    const { code, stdout } = migrate('plan', 'more.json', 'registered.json');
    expect(code).toBe(1);
    expect(stdout).not.toContain('"other" is removed');
    expect(stdout).toContain('  other is missing in the new contract, and cannot be removed by an update\n');
    expect(stdout).toContain('Keep the document type "other".');
  });

  it('exits with 1 for a contract that is no update, and says what to do instead', () => {
    const { code, stdout } = migrate('plan', 'registered.json', 'changed.json');
    expect(code).toBe(1);
    expect(stdout).toContain('  note cannot be updated\n    because indices of "note" cannot change');
    expect(stdout).toContain('1. As an update, at most');
    expect(stdout).toContain(
      'Keep the document type "note" as it is registered, and add the new one as "note2".',
    );
    expect(stdout).toContain('2. As a new contract, ');
  });

  it('prints the plan as JSON', () => {
    const { code, stdout } = migrate('plan', 'registered.json', 'changed.json', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { kind: 'move', instead: { contract: { note, note2: {} } } },
    ]);
  });

  it('makes up no id in the update that it suggests', () => {
    const { stdout } = migrate('plan', 'whole.json', 'whole-changed.json', '--json');
    const { contract } = JSON.parse(stdout).instead;
    expect(contract).toMatchObject({ version: 2, documentSchemas: { note } });
    expect(contract).not.toHaveProperty('id');
    expect(contract).not.toHaveProperty('ownerId');
  });

  it('exits with 1 for a contract that is not valid, and says which', () => {
    const { code, stdout } = migrate('plan', 'registered.json', 'broken.json');
    expect([code, stdout.split('\n')[0]]).toEqual([1, 'The new contract is not valid, so there is no plan:']);
  });

  it('exits with 1 for the same contract if the network rejects it', () => {
    expect(migrate('plan', 'broken.json', 'broken.json').code).toBe(1);
  });

  it.each([
    [['plan', '7eMQ6H7itZQZccnxeQDw2PjTWdx8mRL8BpUdHxrSeHyR', 'more.json'], 'name its network by --url'],
    [['plan', 'registered.json'], 'expected plan, then two contracts'],
    [['undo', 'registered.json', 'more.json'], 'expected an action (plan, record, status'],
    [['plan', 'registered.json', 'missing.json'], 'missing.json'],
  ])('exits with 2 for %j', (args, text) => {
    const { code, stderr } = migrate(...args);
    expect([code, stderr.includes(text)]).toEqual([2, true]);
  });
});

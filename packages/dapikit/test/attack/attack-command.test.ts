import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith, runDapikit } from '../run-dapikit.js';

const FOLLOW = `{
  "follow": {
    "type": "object",
    "documentsMutable": false,
    "indices": [{ "name": "once", "unique": true, "properties": [{ "$ownerId": "asc" }, { "blog": "asc" }] }],
    "properties": { "blog": { "type": "string", "maxLength": 20, "position": 0 } },
    "required": ["blog"],
    "additionalProperties": false
  }
}`;
const folder = folderWith({
  'contract.json': FOLLOW,
  'broken.json': '{"note":{"type":"object"}}',
  'rules.mjs': `export default ({ never }) => [never('somebody follows', (now) => now.count('follow') > 0)];`,
  'both.mjs': `export default ({ always, never }) => [
    never('somebody follows', (now) => now.count('follow') > 0),
    always('a count is a number', (now) => Number.isInteger(now.count('follow'))),
  ];`,
  'none.mjs': 'export const rules = [];',
});
const attack = async (...args: readonly string[]) => callDapikit(['attack', ...args], { cwd: folder });

describe('dapikit attack', () => {
  it('prints findings with the line of the contract and the executed steps', async () => {
    const { code, stdout } = await attack('contract.json');
    expect(code).toBe(0);
    expect(stdout).toContain('warning[deletion-frees-value]: an owner who deletes a "follow"');
    expect(stdout).toContain('--> contract.json:5:17 at /follow/indices/0');
    expect(stdout).toMatch(
      /2\. alice creates follow2 \{"blog":"tea"\}: rejected, 40105 DuplicateUniqueIndexError/,
    );
    expect(stdout).toMatch(/4\. alice creates follow3 \{"blog":"tea"\}: accepted/);
    expect(stdout).toMatch(/\d+ transitions against the rules rejected/);
  });

  it('exits with 1 where an invariant is broken, and prints a test that shows it', async () => {
    const { code, stdout } = await attack('contract.json', '--invariants', 'rules.mjs');
    expect(code).toBe(1);
    expect(stdout).toContain('error[invariant-broken]: never "somebody follows" is broken');
    expect(stdout).toContain(`test('breaks "never somebody follows"', `);
  });

  it('says which invariants no sequence broke, for people and for programs', async () => {
    const searched = ['contract.json', '--invariants', 'both.mjs', '--seconds', '2'];
    const { code, stdout } = await attack(...searched);
    expect([code, stdout.match(/^No sequence broke .*$/m)?.[0]]).toEqual([
      1,
      'No sequence broke always "a count is a number".',
    ]);
    const { held } = JSON.parse((await attack(...searched, '--json')).stdout);
    expect(held).toEqual([{ kind: 'always', name: 'a count is a number' }]);
  });

  it('names a file in the printed test of a contract from standard input', () => {
    const args = ['attack', '-', '--invariants', 'rules.mjs'];
    const { stdout } = runDapikit(args, { cwd: folder, input: FOLLOW });
    expect(stdout).toContain(`readFileSync('contract.json', 'utf8')`);
  });

  it('prints findings as JSON and as SARIF', async () => {
    const { findings } = JSON.parse((await attack('contract.json', '--json')).stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'deletion-frees-value',
        at: '/follow/indices/0',
        documentType: 'follow',
      }),
    );
    const [run] = JSON.parse((await attack('contract.json', '--format', 'sarif')).stdout).runs;
    expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(
      findings.map(({ code }: { code: string }) => code),
    );
  });

  it('prints what check prints about a contract that the network rejects', async () => {
    const { code, stdout } = await attack('broken.json');
    const checked = await callDapikit(['check', 'broken.json', '--network'], { cwd: folder });
    expect([code, stdout]).toEqual([1, checked.stdout]);
  });

  it('exits with 2 where the module of invariants cannot be used', async () => {
    const { code, stderr } = await attack('contract.json', '--invariants', 'none.mjs');
    expect([code, stderr]).toEqual([
      2,
      'dapikit attack: none.mjs: expected a function as its default export, found undefined\n',
    ]);
  });
});

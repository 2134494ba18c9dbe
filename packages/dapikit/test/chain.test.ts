import { DevChain } from '@dapikit/chain';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const blocksIn = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('dapikit chain', () => {
  it('writes every block of the initial chain and those mined after it', async () => {
    const { code, stdout } = await callDapikit(['chain', 'export', '--blocks', '31']);
    const devChain = new DevChain({ mining: 'manual' });
    devChain.mine(31);
    expect(code).toBe(0);
    expect(blocksIn(stdout)).toEqual([...devChain.exportBlocks()]);
    expect(blocksIn(stdout)[0]).toMatchObject({ height: 1 });
  });

  it('writes the chain of a dump', async () => {
    const devChain = new DevChain({ mnemonic: 'other words', mining: 'manual' });
    devChain.mine(2);
    const cwd = folderWith({ 'chain.dump': devChain.dump() });
    const { stdout } = await callDapikit(['chain', 'export', '--dump', 'chain.dump'], { cwd });
    expect(blocksIn(stdout)).toEqual([...devChain.exportBlocks()]);
  });

  it('lists the accounts, coins and identities of the chain', async () => {
    const { code, stdout } = await callDapikit(['chain', 'accounts']);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}\d {2}y\w{33} {2}c\w{51} {2}1000 DASH$/gm)).toHaveLength(10);
    expect(stdout.match(/^ {2}\d {2}[\da-f]{64}:\d {2}500 DASH$/gm)).toHaveLength(20);
    const devChain = new DevChain({ mining: 'manual' });
    for (const { mnemonic, identities } of devChain.wallets) {
      expect(stdout).toContain(mnemonic);
      for (const { id, key } of identities)
        expect(stdout).toContain(`${base58.encode(id).padEnd(44)}  ${key(2).wif}`);
    }
  });

  it.each([
    [[], 2, 'no action: use export or accounts'],
    [['import'], 2, 'unknown action "import": use export or accounts'],
    [['export', '--blocks', '-1'], 2, '--blocks'],
    [['export', '--mnemonic', ''], 2, '--mnemonic: expected a mnemonic, found ""'],
    [['export', '--dump', 'missing'], 2, 'missing: no such file or folder'],
    [['export', '--dump', 'note.json'], 1, 'note.json: expected a dump'],
  ])('rejects %j', async (args, code, message) => {
    const cwd = folderWith({ 'note.json': '{}' });
    const run = await callDapikit(['chain', ...args], { cwd });
    expect(run.stderr).toContain(message);
    expect(run.code).toBe(code);
    expect(run.stdout).toBe('');
  });
});

import { DevChain } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const blocksIn = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('dapikit chain export', () => {
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

  it.each([
    [[], 2, 'expected export, found nothing'],
    [['import'], 2, 'expected export, found "import"'],
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

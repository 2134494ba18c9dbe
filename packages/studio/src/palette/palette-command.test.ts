import { expect, it } from 'vitest';
import { matchCommands, type PaletteCommand } from './palette-command.js';

const commands: readonly PaletteCommand[] = [
  { kind: 'Tab', label: 'Explorer', detail: '', href: '#/explorer' },
  {
    kind: 'Method',
    label: 'getBlockHash',
    detail: 'Returns the hash of a block',
    href: '#/console/layer1/getBlockHash',
  },
  { kind: 'Method', label: 'getBestBlockHash', detail: 'Returns the hash of the tip', href: '#/b' },
  { kind: 'Identity', label: 'Alice', detail: 'BFq9qeVFp3iG', href: '#/explorer/identity/BFq9qeVFp3iG' },
];

it.each([
  ['', ['Explorer', 'getBlockHash', 'getBestBlockHash', 'Alice']],
  ['getbest', ['getBestBlockHash']],
  ['block', ['getBlockHash', 'getBestBlockHash']],
  ['  HASH tip ', ['getBestBlockHash']],
  ['bfq9', ['Alice']],
  ['identity', ['Alice']],
  ['nothing', []],
])('a palette finds by %j', (text, labels) => {
  expect(matchCommands(commands, text).map(({ label }) => label)).toEqual(labels);
});

it('puts labels that begin with the text first', () => {
  const found = matchCommands(
    [{ kind: 'a', label: 'the alice', detail: '', href: '' }, ...commands],
    'alice',
  );
  expect(found.map(({ label }) => label)).toEqual(['Alice', 'the alice']);
});

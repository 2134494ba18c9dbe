import { isRejected } from '@dapikit/client';
import { connectEvoSdk } from 'dapikit/evo-sdk';
import { devNetworkFixture } from 'dapikit/vitest';
import { expect, test as base } from 'vitest';
import { createBoard } from './board/index.js';
import { signIn } from './user.js';

const contractId: string = import.meta.env.VITE_CONTRACT_ID;
const MNEMONIC = 'test test test test test test test test test test test junk';

const test = base.extend(
  devNetworkFixture({ args: ['--contract', 'board.json', '--documents', 'documents.json'] }),
);

test('thanks cost a point, and only one each is allowed', { timeout: 60_000 }, async ({ network }) => {
  const owner = (await network.platform('getIdentity', { seed: 'me' })) as { id: string };
  await network.platform('setTokenPrice', { by: owner.id, contractId, price: 10_000_000 });
  const sdk = await connectEvoSdk(network);
  const user = await signIn(sdk, MNEMONIC);
  const board = createBoard(sdk, { contractId, signer: user });

  await board.$tokens.point.buy(5n, 50_000_000n);
  const [note] = await board.note.byTime().toArray(1);
  await board.thanks.create({ note: note.$id }, { maxTokens: 1n });
  expect(await board.thanks.byNote({ note: note.$id }).count()).toBe(1n);
  expect(await board.$tokens.point.balance()).toBe(4n);

  const second = await board.thanks.create({ note: note.$id }, { maxTokens: 1n }).catch((error) => error);
  expect(isRejected(second, 40105)).toBe(true);
  expect(await board.$tokens.point.balance()).toBe(4n);
});

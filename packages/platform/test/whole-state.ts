import { compactedAddressBalanceChanges, compactedRanges, encode } from '@dapikit/protocol';
import {
  compactedChangesKey,
  expirationKey,
  NEXT_EXPIRATION_KEY,
} from '../src/state/address/address-keys.js';
import { integerBytes } from '../src/base/bytes/integer-bytes.js';
import { NEXT_UNLOCK_KEY, unlockKey } from '../src/state/keys/withdrawal-keys.js';
import { reserveCredits } from '../src/state/withdrawal/daily-limit.js';
import { putAssetLock } from '../src/state/asset-lock/asset-lock-store.js';
import { addLockedCredits, payProcessing } from '../src/state/identity/credits.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { T0 } from './contest-play.js';
import { claim, openNameRoom, vote, type NameRoom } from './dpns-fixture.js';
import { indexOf } from './note-collection.js';
import { contractOf, schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { distributedToken, rulesOf } from './sample-token.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';
import type { Store } from '../src/store/store.js';

const CONTEST_LASTS = 5_400_000;
/** A time that no test reaches, in ms. */
const LATE = 2n ** 48n;

/** A platform that has an entry of every kind, and what is on it. */
export interface WholeState extends NameRoom {
  readonly contractId: string;
  readonly tokenId: string;
}

/**
 * Fills an empty store: a contract that keeps history, with documents whose type keeps history and totals, one without any value of an index that wants some, a token with two
 * accounts, one of them frozen, a price and claims, a group with an action that is closed and one that is active, a contest that has ended and one that runs, masternodes that vote and one that has just left.
 */
export async function openWholeState(store: Store): Promise<WholeState> {
  const room = await openNameRoom(store);
  const { platform, clock, who, node } = room;
  await platform.createIdentity({
    keys: [
      { securityLevel: 'MASTER', type: 'ECDSA_SECP256K1' },
      { securityLevel: 'HIGH', type: 'BLS12_381' },
    ],
  });
  const by = await who('owner');
  const whole = contractOf({
    sign: schemaOf(
      { shop: SCHEMAS.string },
      { indices: [indexOf('shop', ['shop'], { nullSearchable: false })] },
    ),
    note: schemaOf(
      { shop: SCHEMAS.string, day: SCHEMAS.u8 },
      {
        required: ['day'],
        documentsSummable: 'day',
        documentsKeepHistory: true,
        canBeDeleted: false,
        indices: [
          indexOf('day', ['day'], { summable: 'day', rangeSummable: true }),
          indexOf('shop', ['shop', 'day'], { unique: true }),
        ],
      },
    ),
  });
  // The id follows from the owner and the nonce.
  const { id: _id, ...contract } = { id: '', ...whole };
  const { contractId } = await platform.registerContract({
    by,
    contract: {
      ...contract,
      ownerId: by,
      config: { $formatVersion: '1', keepsHistory: true },
      tokens: { 0: tokenOf(by) },
      groups: {
        0: { $formatVersion: '0', members: { [by]: 1, [await who('A')]: 1 }, requiredPower: 2 },
      },
    },
  });
  const { id: tokenId } = (await platform.getToken({ contractId, position: 0 }))!;
  const note = { by, contractId, documentType: 'note' };
  for (let day = 0; day < 40; day += 1)
    await platform.createDocument({ ...note, data: { shop: `shop ${day}`, day } });
  await platform.createDocument({ by, contractId, documentType: 'sign', data: {} });
  await platform.transferTokens({ by, tokenId, recipientId: await who('A'), amount: 10n });
  await changeToken(room, { by, tokenId });
  await claim(room, 'A', 'ended');
  await claim(room, 'B', 'ended');
  await vote(room, 'M1', 'ended', { for: 'A' });
  await vote(room, 'M2', 'ended', 'abstain');
  clock.advance(CONTEST_LASTS);
  await platform.mineBlock();
  await transferSigned(room);
  await platform.fundAddress({ address: `00${'ab'.repeat(20)}`, credits: 5_000_000n });
  await platform.withdrawCredits({ by, credits: 1_000_000n });
  await store.write(async (view) => {
    const keyHash = new Uint8Array(20).fill(8);
    putAssetLock(view, new Uint8Array(36).fill(7), { credits: 5n, keyHash, left: 3n, usedBy: [] });
    await addLockedCredits(view, 2n);
    await payProcessing(view, 2n);
    view.put(NEXT_UNLOCK_KEY, integerBytes(3n, 8));
    view.put(unlockKey('broadcasted', 1n), Uint8Array.of(1, 0, 9));
    view.put(unlockKey('queued', 2n), Uint8Array.of(1, 0, 9));
    await reserveCredits(view, T0, 1_000_000n);
    view.put(
      compactedChangesKey(1n, 2n),
      encode(compactedAddressBalanceChanges, [
        { address: { type: 'p2pkh', hash: new Uint8Array(20) }, change: { type: 'set', credits: 5n } },
      ]),
    );
    view.put(expirationKey(LATE), encode(compactedRanges, [{ startHeight: 1n, endHeight: 2n }]));
    view.put(NEXT_EXPIRATION_KEY, integerBytes(LATE, 8));
  });
  await claim(room, 'A', 'running');
  await claim(room, 'B', 'running');
  await vote(room, 'E1', 'running', { for: 'B' });
  await vote(room, 'M1', 'running', 'lock');
  await node('M3');
  await platform.removeMasternode({ proTxHash: await node('M3') });
  return { ...room, contractId, tokenId };
}

/** A token of which its owner gets some at a time and some in every block, and of which a group mints more. */
const tokenOf = (owner: string): object => ({
  ...distributedToken({
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 3 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
    preProgrammedDistribution: { $formatVersion: '0', distributions: { [T0 + 1]: { [owner]: 5 } } },
  }),
  manualMintingRules: rulesOf({ $type: 'group', position: 0 }),
});

/** Leaves an entry of each kind that a token has. */
async function changeToken({ platform, clock, who }: NameRoom, token: { by: string; tokenId: string }) {
  const [A, amount] = [await who('A'), 7];
  const group = { position: 0 };
  await platform.setTokenPrice({ ...token, price: { 1: 20, 10: 15 } });
  await platform.freezeTokens({ ...token, identityId: A });
  await platform.claimTokens({ ...token, distribution: 'perpetual' });
  clock.advance(1);
  await platform.claimTokens({ ...token, distribution: 'preProgrammed' });
  const { actionId = '' } = await platform.mintTokens({ ...token, amount, recipientId: A, group });
  await platform.mintTokens({ ...token, by: A, amount, recipientId: A, group: { ...group, actionId } });
  await platform.mintTokens({ ...token, amount, recipientId: A, group });
}

/** Executes a signed state transition. */
async function transferSigned({ platform, who }: NameRoom): Promise<void> {
  const { id } = await platform.createIdentity({ keys: keysFrom(700) });
  const stateTransition = signed(
    {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: bytesOf(id),
      recipientId: bytesOf(await who('A')),
      amount: 1_000_000n,
      nonce: 1n,
      ...UNSIGNED,
    },
    700,
    3,
  );
  await platform.broadcastStateTransition({ stateTransition });
}

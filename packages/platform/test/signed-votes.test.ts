import { hash160, sign, signableBytes, voterIdentityId, encodeStateTransition } from '@dapikit/protocol';
import type { StateTransition } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { DPNS } from '../src/state/system-contract/system-ids.js';
import { claim, INDEX, openNameRoom } from './dpns-fixture.js';
import { onEachEngine } from './engines.js';
import { rejection } from './platform-fixture.js';
import { privateKey, publicKey } from './signer.js';

const SECRET = privateKey(800);
const HASH = hash160(publicKey(SECRET));

onEachEngine((engine) => {
  it('signed masternode votes count for free, and other signatures are rejected', async () => {
    const room = await openNameRoom(await engine.open());
    const { platform, who } = room;
    const votingAddress = Buffer.from(HASH).toString('hex');
    const { proTxHash } = await platform.registerMasternode({ votingAddress });
    await claim(room, 'A', 'abc');
    await claim(room, 'B', 'abc');
    const voteFor = async (nonce: bigint, choice: 'A' | 'abstain', secret = SECRET) => {
      const transition = {
        type: 'masternodeVote',
        formatVersion: 0,
        proTxHash: bytesOf(proTxHash),
        voterIdentityId: voterIdentityId(bytesOf(proTxHash), HASH),
        vote: {
          type: 'resourceVote',
          formatVersion: 0,
          votePoll: {
            type: 'contestedDocumentResourceVotePoll',
            contractId: bytesOf(DPNS),
            documentTypeName: 'domain',
            indexName: INDEX.indexName,
            indexValues: [
              { type: 'text', value: 'dash' },
              { type: 'text', value: 'abc' },
            ],
          },
          resourceVoteChoice:
            choice === 'A'
              ? { type: 'towardsIdentity', identity: bytesOf(await who('A')) }
              : { type: 'abstain' },
        },
        nonce,
        signaturePublicKeyId: 0,
        signature: new Uint8Array(),
      } satisfies StateTransition;
      const signature = sign(signableBytes(transition), 'ECDSA_HASH160', secret);
      return platform.broadcastStateTransition({
        stateTransition: encodeStateTransition({ ...transition, signature }),
      });
    };
    const tally = async () =>
      platform.getVoteState({ ...INDEX, indexValues: ['dash', 'abc'], resultType: 'voteTally' });
    expect((await rejection(voteFor(1n, 'A', privateKey(801)))).code).toBe(20002);
    expect((await rejection(voteFor(30n, 'A'))).code).toBe(40204);
    const { id } = await voteFor(1n, 'A');
    expect(await platform.getStateTransition({ id })).toMatchObject({ fee: 0n });
    const first = (await tally()).contenders.find(({ voteTally }) => voteTally === 1);
    expect(first?.identityId).toBe(await who('A'));
    expect((await rejection(voteFor(2n, 'A'))).code).toBe(40304);
    await voteFor(2n, 'abstain');
    expect((await tally()).contenders.map(({ voteTally }) => voteTally)).toEqual([0, 0]);
    expect(await platform.verify()).toMatchObject({ ok: true });
  });
});

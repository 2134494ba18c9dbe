import { expect, it } from 'vitest';
import { masternodeVote, type MasternodeVoteRequest } from '../src/state/contest/masternode-vote.js';
import { findContest } from '../src/state/contest/find-contest.js';
import { pollId } from '../src/state/contest/poll-id.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import { findHighestNonce } from '../src/state/identity/nonce-store.js';
import { changeVotingAddress } from '../src/state/identity/masternode-store.js';
import { ABSTAIN, idBytesOf, LOCK, towards } from './contest-play.js';
import { ADDRESS, enrich, join, list, QUANTUM_POLL, RULES } from './contest-fixture.js';
import { onEachEngine } from './engines.js';

onEachEngine(({ open }) => {
  it('a masternode vote is rejected in the order of the network and uses its nonce only if it counts', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1', 'M2');
    await join(store, 'A');
    const voterId = voterIdentityId(idBytesOf('M1'), ADDRESS);
    const send = async (changes: Partial<MasternodeVoteRequest> = {}) =>
      store.write(async (view) =>
        masternodeVote(
          view,
          {
            poll: QUANTUM_POLL,
            proTxHash: idBytesOf('M1'),
            voterIdentityId: voterId,
            choice: towards('A'),
            keyId: 0,
            nonce: 1n,
            ...changes,
          },
          RULES,
        ),
      );
    const rejected = async (code: number, changes: Partial<MasternodeVoteRequest>) =>
      expect(send(changes)).rejects.toMatchObject({ code, isPaid: false });

    await rejected(20000, { voterIdentityId: idBytesOf('nobody'), keyId: 9 });
    await rejected(20003, { keyId: 9, nonce: 99n });
    await rejected(20011, { voterIdentityId: idBytesOf('M1'), nonce: 99n });
    await rejected(40204, { nonce: 99n, choice: towards('B') });
    await rejected(10414, { nonce: 1n << 40n });
    await expect(send({ choice: towards('B') })).rejects.toThrow('does not contend');
    await rejected(40306, { proTxHash: idBytesOf('M2') });
    await rejected(40301, { poll: { ...QUANTUM_POLL, indexName: 'other' } });
    await send();
    await rejected(40204, { choice: LOCK });
    await rejected(40304, { nonce: 2n });
    await send({ choice: ABSTAIN, nonce: 2n });
    await store.write(async (view) => changeVotingAddress(view, idBytesOf('M1'), 'cd'.repeat(20)));
    await rejected(40305, { choice: LOCK, nonce: 3n });
    const [contest, nonce] = await store.read(async (view) => [
      await findContest(view, pollId(QUANTUM_POLL)),
      await findHighestNonce(view, { identityId: voterId }),
    ]);
    expect(contest).toMatchObject({ abstain: 1, lock: 0 });
    expect(nonce).toBe(2n);
  });
});

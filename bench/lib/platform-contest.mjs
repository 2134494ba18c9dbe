// A contest for a DPNS name with many votes: how long a vote takes, the tallies, and the block that ends it.
import { createHash } from 'node:crypto';
import { createClock, createPlatform } from '@dapikit/platform';

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const CONTENDERS = 6;
const ROUNDS = 21;
const TOGETHER = 32;
const POLL = {
  contractId: DPNS,
  documentType: 'domain',
  indexName: 'parentNameAndLabel',
  indexValues: ['dash', 'quantum'],
};

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

export async function measureContest(votes) {
  const clock = createClock({ time: 1_700_000_000_000, frozen: true });
  const platform = await createPlatform({ clock });
  const contenders = [];
  for (let count = 0; count < CONTENDERS; count += 1) contenders.push(await claim(platform));
  const masternodes = await together(votes, async () => (await platform.registerMasternode()).proTxHash);
  const start = performance.now();
  await together(votes, async (at) =>
    platform.vote({
      ...POLL,
      proTxHash: masternodes[at],
      choice: { towardsIdentity: contenders[at % 3 === 0 ? 0 : 1] },
    }),
  );
  const voting = performance.now() - start;
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = performance.now();
    const state = await platform.getVoteState({ ...POLL, resultType: 'voteTally' });
    times.push(performance.now() - asked);
    const counted = state.contenders.reduce((sum, { voteTally }) => sum + voteTally, 0);
    if (counted !== votes) throw new Error(`expected ${votes} votes, found ${counted}`);
  }
  clock.advance(5_400_000);
  const ending = performance.now();
  const { ended } = await platform.mineBlock();
  const end = performance.now() - ending;
  if (ended.length !== 1) throw new Error(`expected a poll to end, found ${ended.length}`);
  await platform.close();
  return {
    votes,
    milliseconds: {
      'a vote': voting / votes,
      'tallies (median)': times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)],
      'the block that ends it': end,
    },
  };
}

async function claim(platform) {
  const { id: by } = await platform.createIdentity();
  const preorderSalt = sha256(by);
  const saltedDomainHash = sha256(sha256(Buffer.concat([preorderSalt, Buffer.from('quantum.dash')])));
  await platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'preorder',
    data: { saltedDomainHash },
  });
  const names = { label: 'quantum', normalizedLabel: 'quantum', parentDomainName: 'dash' };
  const data = {
    ...names,
    normalizedParentDomainName: 'dash',
    preorderSalt,
    records: { identity: by },
    subdomainRules: { allowSubdomains: false },
  };
  const { contractId, documentType } = POLL;
  await platform.createDocument({ by, contractId, documentType, data, prefundedVotingBalance: 'auto' });
  return by;
}

/** Does it so many times, several at a time; gives what came of each. */
async function together(count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const at = next;
      next += 1;
      results[at] = await work(at);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return results;
}

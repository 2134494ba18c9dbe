// node examples/contested-name.mjs
// Two people want the same DPNS name: a contest on a local platform, from the first create to its award; then one that
// masternodes lock, and that starts again. No network, no coins, no waiting: the clock is in our hand.
import { createHash } from 'node:crypto';
import { createClock, createPlatform } from '@dapikit/platform';

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const MINUTE = 60_000;

const doubleHash = (bytes) =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
const normalized = (label) => label.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
const pollOf = (label) => ({
  contractId: DPNS,
  documentType: 'domain',
  indexName: 'parentNameAndLabel',
  indexValues: ['dash', normalized(label)],
});

const saltOf = (by, label) => createHash('sha256').update(`${by} ${label}`).digest();

/** Announces a name, so that nobody can be quicker. */
async function announce(platform, by, label) {
  const name = Buffer.from(`${normalized(label)}.dash`);
  const saltedDomainHash = doubleHash(Buffer.concat([saltOf(by, label), name]));
  const data = { saltedDomainHash };
  await platform.createDocument({ by, contractId: DPNS, documentType: 'preorder', data });
}

/** Asks for a name that was announced. */
async function claim(platform, by, label) {
  return platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'domain',
    data: {
      label,
      normalizedLabel: normalized(label),
      parentDomainName: 'dash',
      normalizedParentDomainName: 'dash',
      preorderSalt: saltOf(by, label),
      records: { identity: by },
      subdomainRules: { allowSubdomains: false },
    },
    // 0.2 DASH, as the contest asks.
    prefundedVotingBalance: 'auto',
  });
}

/** Plays it all; `say` is told what happened, line by line. */
async function play(say) {
  const clock = createClock({ time: Date.UTC(2026, 0, 1), frozen: true });
  const platform = await createPlatform({ network: 'regtest', clock });
  const { id: alice } = await platform.createIdentity({ seed: 'alice' });
  const { id: bob } = await platform.createIdentity({ seed: 'bob' });
  const regular = await platform.registerMasternode();
  const evolution = await platform.registerMasternode({ isEvolution: true });
  const vote = async ({ proTxHash }, label, choice) => platform.vote({ ...pollOf(label), proTxHash, choice });
  const tell = async (label) => {
    const query = { resultType: 'voteTally', includeLockedAndAbstaining: true };
    const { status, contenders, lockVoteTally, winner } = await platform.getVoteState({
      ...pollOf(label),
      ...query,
    });
    const tallies = contenders.map(
      ({ identityId, voteTally }) => `${identityId === alice ? 'alice' : 'bob'} ${voteTally}`,
    );
    say(
      `${label}: ${status}, ${tallies.toSorted().join(', ')}, lock ${lockVoteTally}, ${winner?.kind ?? 'open'}`,
    );
  };

  for (const by of [alice, bob])
    for (const label of ['quantum', 'lambda']) await announce(platform, by, label);

  await claim(platform, alice, 'quantum');
  clock.advance(45 * MINUTE);
  await claim(platform, bob, 'quantum');
  await vote(regular, 'quantum', { towardsIdentity: alice });
  await vote(evolution, 'quantum', { towardsIdentity: bob });
  await tell('quantum');
  clock.advance(45 * MINUTE);
  await platform.mineBlock();
  await tell('quantum');
  const [name] = await platform.getDocuments({
    contractId: DPNS,
    documentType: 'domain',
    where: [['records.identity', '==', bob]],
  });
  say(`bob has ${typeof name?.label === 'string' ? name.label : 'nothing'}.dash`);

  await claim(platform, alice, 'lambda');
  await vote(evolution, 'lambda', 'lock');
  clock.advance(90 * MINUTE);
  await platform.mineBlock();
  await tell('lambda');
  const rejected = await claim(platform, bob, 'lambda').catch((error) => error);
  say(`bob is rejected: ${rejected.code} ${rejected.name}`);

  // No network can do this: there, locked is for good.
  await platform.unlockContest({ ...pollOf('lambda'), by: bob });
  const { contest } = await claim(platform, bob, 'lambda');
  say(`the contest runs again, until ${new Date(contest.endsAt).toISOString()}`);
  await vote(regular, 'lambda', { towardsIdentity: bob });
  clock.set(contest.endsAt);
  await platform.mineBlock();
  await tell('lambda');
  await platform.close();
}

await play(console.log);

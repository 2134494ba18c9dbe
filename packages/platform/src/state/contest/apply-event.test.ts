import { describe, expect, it } from 'vitest';
import { ABSTAIN, DAY, idBytesOf, idOf, LOCK, Play, T0, towards } from '../../../test/contest-play.js';
import { contestRules } from './contest-rules.js';

const END = 1_701_209_600_000;

const running = (): Play => {
  const play = new Play();
  play.join('A', T0);
  play.join('B', T0);
  return play;
};

const locked = (): Play => {
  const play = new Play();
  play.join('A', T0);
  play.vote('M1', LOCK);
  play.end(END);
  return play;
};

describe('a contest', () => {
  it('follows the published timeline of mainnet', () => {
    const play = new Play();
    play.join('A', T0);
    expect(play.ends).toEqual([END]);
    expect(play.contest.fund).toBe(20_000_000_000n);
    play.vote('E1', towards('A'));
    expect([play.tallyOf('A'), play.contest.fund]).toEqual([4, 19_990_000_000n]);
    play.join('B', T0 + 2 * DAY);
    expect([play.tallyOf('B'), play.contest.fund]).toEqual([0, 39_990_000_000n]);
    expect(() => play.join('A', T0 + 2 * DAY, 'other entropy')).toThrow(/^40112/);
    play.vote('M1', towards('B'));
    play.vote('M2', towards('B'));
    expect([play.tallyOf('B'), play.contest.fund]).toEqual([2, 39_970_000_000n]);
    expect(() => play.vote('M1', towards('B'))).toThrow(/^40304/);
    play.vote('M3', LOCK);
    play.vote('M4', ABSTAIN);
    expect([play.contest.lock, play.contest.abstain, play.contest.fund]).toEqual([1, 1, 39_950_000_000n]);
    play.join('C', 1_700_604_800_000);
    expect(play.contest.fund).toBe(59_950_000_000n);
    expect(() => play.join('D', 1_700_604_800_001)).toThrow(
      expect.objectContaining({
        code: 40111,
        payload: expect.objectContaining({ startedAt: T0, now: 1_700_604_800_001, joinWindow: 604_800_000 }),
      }),
    );
    play.vote('E1', towards('C'));
    expect([play.tallyOf('A'), play.tallyOf('C'), play.contest.fund]).toEqual([0, 4, 59_940_000_000n]);
    play.vote('M1', towards('C'));
    expect([play.tallyOf('B'), play.tallyOf('C'), play.contest.fund]).toEqual([1, 5, 59_930_000_000n]);
    play.leave('M2');
    expect([play.tallyOf('B'), play.contest.fund]).toEqual([0, 59_930_000_000n]);
    expect(() => play.end(END - 1)).toThrow(RangeError);
    play.end(END);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('C') });
    expect(play.awarded).toEqual([idOf('document of C')]);
    expect(play.contest.finished[0]).toMatchObject({
      contenders: [
        { identityId: idOf('A'), tally: 0 },
        { identityId: idOf('B'), tally: 0 },
        { identityId: idOf('C'), tally: 5 },
      ],
      lock: 1,
      abstain: 1,
      finalBlock: { time: END },
    });
    expect([play.taken, play.pool, play.contest.fund]).toEqual([60_000_000_000n, 60_000_000_000n, 0n]);
    expect(() => play.vote('E1', towards('A'))).toThrow(
      expect.objectContaining({
        code: 40302,
        payload: expect.objectContaining({ status: { type: 'awarded', identity: idBytesOf('C') } }),
      }),
    );
    expect(() => play.join('A', END + 1)).toThrow(/^40100/);
    expect([play.ends, play.contending.size]).toEqual([[], 0]);
  });

  it('lasts 90 minutes on regtest and can be joined for 45', () => {
    const play = new Play(contestRules('regtest', 13));
    play.join('A', T0);
    expect(play.ends).toEqual([T0 + 5_400_000]);
    play.join('B', T0 + 2_700_000);
    expect(() => play.join('C', T0 + 2_700_001)).toThrow(/^40111/);
  });
});

describe('the outcome of a contest', () => {
  it.each([
    { a: 3, b: 1, lock: 2, abstain: 9, winner: 'A' },
    { a: 2, b: 2, lock: 0, abstain: 0, winner: 'B' },
    { a: 2, b: 2, lock: 2, abstain: 0, winner: 'B' },
    { a: 2, b: 2, lock: 3, abstain: 0, winner: 'locked' },
    { a: 0, b: 0, lock: 0, abstain: 0, winner: 'B' },
    { a: 0, lock: 0, abstain: 0, winner: 'A' },
    { a: 0, lock: 1, abstain: 0, winner: 'locked' },
    { a: 1, b: 0, lock: 1, abstain: 0, winner: 'A' },
    { a: 20, b: 5, lock: 60, abstain: 10, winner: 'locked' },
    { a: 3, lock: 4, abstain: 0, winner: 'locked' },
    { a: 4, lock: 4, abstain: 0, winner: 'A' },
  ])(
    'of $a for A, $b for B, $lock to lock and $abstain abstaining is $winner',
    ({ a, b, lock, abstain, winner }) => {
      const play = new Play();
      play.join('A', T0);
      if (b !== undefined) play.join('B', T0 + 1);
      for (const [choice, votes] of [
        [towards('A'), a],
        [towards('B'), b ?? 0],
        [LOCK, lock],
        [ABSTAIN, abstain],
      ] as const)
        for (let vote = 0; vote < votes; vote += 1)
          play.vote(`M${JSON.stringify(choice).slice(-9)}${vote}`, choice);
      play.end(END);
      expect(play.contest.finished[0]?.winner).toEqual(
        winner === 'locked' ? { kind: 'locked' } : { kind: 'wonByIdentity', identityId: idOf(winner) },
      );
      expect(play.contest.status.kind).toBe(winner === 'locked' ? 'Locked' : 'Awarded');
      expect(play.awarded).toEqual(winner === 'locked' ? [] : [idOf(`document of ${winner}`)]);
    },
  );

  it('with a tie in one block is the greater document id, from protocol 14 on the earlier document', () => {
    for (const [protocol, winner] of [
      [13, 'A'],
      [14, 'B'],
    ] as const) {
      const play = new Play(contestRules('mainnet', protocol));
      play.join('A', T0, 'z');
      play.join('B', T0, 'y');
      play.end(END);
      expect(play.awarded).toEqual([idOf(winner === 'A' ? 'z' : 'y')]);
    }
  });

  it('counts only the first 100 contenders by id', () => {
    const play = new Play();
    for (let at = 0; at < 101; at += 1) play.join(`name ${String(at).padStart(3, '0')}`, T0);
    play.vote('E1', towards('name 100'));
    play.vote('M1', towards('name 099'));
    play.end(END);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('name 099') });
    expect(play.contest.finished[0]?.contenders).toHaveLength(100);
  });

  it('without a contender is no winner: the contest can restart or stays locked', () => {
    for (const [lockedCount, status] of [
      [0, 'NotStarted'],
      [1, 'Locked'],
    ] as const) {
      const play = new Play();
      play.join('A', T0);
      play.contest = { ...play.contest, contenders: new Map(), lockedCount };
      play.end(END);
      expect(play.contest.status.kind).toBe(status);
      expect(play.contest.finished[0]?.winner).toEqual({ kind: 'noWinner' });
      if (status === 'Locked') continue;
      expect(() => play.vote('M1', LOCK)).toThrow(/^40302/);
      play.join('B', END);
      expect(play.contest.status).toMatchObject({ kind: 'Started', endsAt: END + 14 * DAY });
      expect(play.contest.fund).toBe(20_000_000_000n);
    }
  });
});

describe('a locked contest', () => {
  it('rejects contenders and votes', () => {
    const play = locked();
    expect(play.contest.lockedCount).toBe(1);
    expect(() => play.join('A', END)).toThrow(
      expect.objectContaining({
        code: 40110,
        payload: expect.objectContaining({ unlockCost: 400_000_000_000n }),
      }),
    );
    expect(() => play.vote('M1', ABSTAIN)).toThrow(/^40302 .*Locked/);
  });

  it('can be unlocked in the local platform for the documented price', () => {
    const play = locked();
    play.play({ kind: 'unlock', identityId: idOf('A') });
    expect([play.taken, play.pool]).toEqual([420_000_000_000n, 420_000_000_000n]);
    expect(() => play.vote('M1', ABSTAIN)).toThrow(/^40302 .*NotStarted/);
    play.join('B', END);
    play.end(END + 14 * DAY);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('B') });
    expect(() => play.play({ kind: 'unlock', identityId: idOf('A') })).toThrow(RangeError);
  });
});

describe('a vote in a contest', () => {
  it('can be changed four times', () => {
    const play = running();
    for (let vote = 0; vote < 5; vote += 1) play.vote('E1', towards(vote % 2 === 0 ? 'A' : 'B'));
    expect([play.tallyOf('A'), play.tallyOf('B')]).toEqual([4, 0]);
    expect(() => play.vote('E1', towards('B'))).toThrow(
      expect.objectContaining({
        code: 40303,
        payload: expect.objectContaining({ timesAlreadyVoted: 5, maxTimesAllowed: 5 }),
      }),
    );
    expect(() => play.vote('E1', towards('A'))).toThrow(/^40304/);
  });

  it('is rejected for the first reason in the order of the network, without a fee', () => {
    const play = running();
    play.vote('M1', towards('A'));
    const stranger = { masternode: undefined };
    const other = { masternode: { kind: 'regular', votingAddress: 'cd'.repeat(20) } } as const;
    const wrongVoter = { voterIdentityId: idBytesOf('voter') };
    const rejected = [
      [40304, () => play.vote('M1', towards('A'), { ...stranger, ...wrongVoter })],
      [40300, () => play.vote('M1', towards('Z'), { ...stranger, ...wrongVoter })],
      [40305, () => play.vote('M1', towards('Z'), { ...other, ...wrongVoter })],
      [40306, () => play.vote('M1', towards('Z'), wrongVoter)],
    ] as const;
    const before = play.contest;
    for (const [code, vote] of rejected)
      expect(vote).toThrow(expect.objectContaining({ code, isPaid: false }));
    expect(() => play.vote('M1', towards('Z'))).toThrow('does not contend');
    expect(play.contest).toBe(before);
  });

  it('requires an existing poll', () => {
    expect(() => new Play().vote('M1', LOCK)).toThrow(/^40301/);
  });

  it('requires its price in the fund', () => {
    const play = running();
    play.contest = { ...play.contest, fund: 10_000_000n };
    play.vote('M1', LOCK);
    expect(() => play.vote('M2', LOCK)).toThrow(
      expect.objectContaining({
        code: 40400,
        payload: expect.objectContaining({ balance: 0n, requiredBalance: 10_000_000n }),
      }),
    );
  });

  it('is for a contender (protocol 14)', () => {
    const play = new Play(contestRules('mainnet', 14));
    play.join('A', T0);
    expect(() => play.vote('M1', towards('Z'))).toThrow(/^40307/);
  });

  it('cannot lock if the index prevents it (protocol 14)', () => {
    const play = new Play(contestRules('mainnet', 14), 1);
    play.join('A', T0);
    expect(() => play.vote('M1', LOCK)).toThrow(/^40307/);
    play.vote('M1', ABSTAIN);
  });
});

describe('joining a contest', () => {
  it('is rejected for the first reason in the order of the network, with a fee', () => {
    const play = new Play();
    play.join('A', T0, 'one');
    expect(() => play.join('A', T0 + 8 * DAY, 'one')).toThrow(
      expect.objectContaining({ code: 40113, isPaid: true }),
    );
    expect(() => play.join('A', T0 + 8 * DAY, 'two')).toThrow(
      expect.objectContaining({ code: 40111, isPaid: true }),
    );
    expect(() => play.join('A', T0 + 7 * DAY, 'two')).toThrow(
      expect.objectContaining({ code: 40112, isPaid: true }),
    );
  });

  it('awards a lone contender when nobody else may join, from protocol 14 on', () => {
    const play = new Play(contestRules('mainnet', 14));
    play.join('A', T0);
    expect(play.ends).toEqual([T0 + 7 * DAY + 1]);
    play.end(T0 + 7 * DAY + 1);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('A') });
    expect(play.ends).toEqual([]);
  });

  it('runs its whole time as soon as two contend', () => {
    const play = new Play(contestRules('mainnet', 14));
    play.join('A', T0);
    play.join('B', T0 + 7 * DAY);
    play.join('C', T0 + 7 * DAY);
    expect(play.ends).toEqual([T0 + 14 * DAY]);
    expect(() => play.end(T0 + 7 * DAY + 1)).toThrow(RangeError);
    play.end(T0 + 14 * DAY);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('A') });
  });

  it('runs its whole time where more votes lock a lone contender', () => {
    const play = new Play(contestRules('mainnet', 14));
    play.join('A', T0);
    play.vote('M1', LOCK);
    play.end(T0 + 7 * DAY + 1);
    expect(play.contest.status).toMatchObject({ kind: 'Started', endsAt: T0 + 14 * DAY });
    expect(play.ends).toEqual([T0 + 14 * DAY]);
    play.vote('M2', towards('A'));
    play.end(T0 + 14 * DAY);
    expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf('A') });
  });

  it('is limited to 1,000 contenders from protocol 14 on', () => {
    const play = new Play(contestRules('mainnet', 14));
    play.join('A', T0);
    const [contender] = play.contest.contenders.values();
    const many = Array.from({ length: 999 }, (_, at) => [`other ${at}`, contender!] as const);
    play.contest = { ...play.contest, contenders: new Map([...play.contest.contenders, ...many]) };
    expect(() => play.join('B', T0)).toThrow(/^40141/);
  });
});

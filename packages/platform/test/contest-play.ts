import { type ListedMasternode } from '../src/state/identity/masternode-store.js';
import { type PollJson } from '../src/state/contest/poll-json.js';
import { base58 } from '@scure/base';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import type { Poll } from '../src/state/contest/poll-id.js';
import type { Block } from '../src/state/chain/block.js';
import { applyContestEvent } from '../src/state/contest/apply-event.js';
import type { ContestEffect, ContestEvent } from '../src/state/contest/contest-event.js';
import { contestRules, type ContestRules } from '../src/state/contest/contest-rules.js';
import { newContest, type Ballot, type Choice, type Contest } from '../src/state/contest/contest.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';

export const T0 = 1_700_000_000_000;
export const DAY = 86_400_000;

export const QUANTUM: PollJson = {
  $type: 'contestedDocumentResourceVotePoll',
  contractId: 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec',
  documentTypeName: 'domain',
  indexName: 'parentNameAndLabel',
  indexValues: ['dash', 'quantum'],
};

/** The same with the types of its values. */
export const QUANTUM_POLL: Poll = {
  contractId: bytesOf(QUANTUM.contractId),
  documentType: QUANTUM.documentTypeName,
  indexName: QUANTUM.indexName,
  indexValues: [
    { type: 'string', value: 'dash' },
    { type: 'string', value: 'quantum' },
  ],
};

/** An id that is told by a name; ids sort as the names do. */
export const idBytesOf = (name: string): Uint8Array => Uint8Array.from(Buffer.from(name.padEnd(32, '.')));

/** The same in base58. */
export const idOf = (name: string): string => base58.encode(idBytesOf(name));

export const towards = (name: string): Choice => ({ kind: 'towardsIdentity', identityId: idOf(name) });
export const LOCK: Choice = { kind: 'lock' };
export const ABSTAIN: Choice = { kind: 'abstain' };

export const blockAt = (time: number, height = BigInt(1000 + Math.floor((time - T0) / 1000))): Block => ({
  height,
  time,
  coreHeight: 2_000_000,
  epoch: 5,
});

const ADDRESS = 'ab'.repeat(20);

/** One poll and all that it has effects on. Masternodes whose names begin with E are evolution masternodes. */
export class Play {
  contest: Contest = newContest(idOf('poll'), QUANTUM);
  readonly ballots = new Map<string, Ballot>();
  readonly listed = new Map<string, ListedMasternode>();
  readonly awarded: string[] = [];
  readonly contending = new Set<string>();
  ends: number[] = [];
  /** What identities put in, and what those who process blocks got. */
  taken = 0n;
  pool = 0n;
  effects: readonly ContestEffect[] = [];

  constructor(
    readonly rules: ContestRules = contestRules('mainnet', 13),
    resolution = 0,
  ) {
    this.contest = newContest(idOf('poll'), QUANTUM, resolution);
  }

  join(name: string, time: number, documentName = `document of ${name}`): void {
    this.play({
      kind: 'join',
      poll: QUANTUM_POLL,
      identityId: idOf(name),
      documentId: idOf(documentName),
      created: { $createdAt: BigInt(time) },
      credits: 20_000_000_000n,
      isIdContending: this.contending.has(idOf(documentName)),
      block: blockAt(time),
    });
  }

  vote(name: string, choice: Choice, changes: Partial<Extract<ContestEvent, { kind: 'vote' }>> = {}): void {
    const key = idOf(name);
    if (!this.listed.has(key) && !('masternode' in changes))
      this.listed.set(key, {
        kind: name.startsWith('E') ? 'evolution' : 'regular',
        votingAddress: ADDRESS,
      });
    this.play({
      kind: 'vote',
      poll: QUANTUM_POLL,
      proTxHash: idBytesOf(name),
      masternode: this.listed.get(key),
      voterIdentityId: voterIdentityId(idBytesOf(name), ADDRESS),
      votingAddress: ADDRESS,
      choice,
      previous: this.ballots.get(key),
      ...changes,
    });
  }

  leave(name: string): void {
    const previous = this.ballots.get(idOf(name));
    if (previous !== undefined) this.play({ kind: 'masternodeLeft', proTxHash: idBytesOf(name), previous });
  }

  end(time: number): void {
    this.play({ kind: 'end', block: blockAt(time) });
  }

  play(event: ContestEvent): void {
    const { contest, effects } = applyContestEvent(this.contest, event, this.rules);
    this.contest = contest;
    this.effects = effects;
    for (const effect of effects) this.#apply(effect);
  }

  tallyOf(name: string): number | undefined {
    return this.contest.contenders.get(idOf(name))?.tally;
  }

  #apply(effect: ContestEffect): void {
    switch (effect.kind) {
      case 'takeCredits':
        this.taken += effect.credits;
        break;
      case 'payProcessing':
        this.pool += effect.credits;
        break;
      case 'scheduleEnd':
        this.ends.push(effect.endsAt);
        break;
      case 'unscheduleEnd':
        this.ends = this.ends.filter((endsAt) => endsAt !== effect.endsAt);
        break;
      case 'keepContender':
        this.contending.add(effect.documentId);
        break;
      case 'dropContender':
        this.contending.delete(effect.documentId);
        break;
      case 'putBallot':
        this.ballots.set(base58.encode(effect.proTxHash), effect.ballot);
        break;
      case 'dropBallot':
        this.ballots.delete(base58.encode(effect.proTxHash));
        break;
      case 'recordBallots':
        this.ballots.clear();
        break;
      case 'award':
        this.awarded.push(effect.documentId);
        break;
    }
  }
}

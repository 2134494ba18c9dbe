import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { openBalance } from '../src/state/identity/credits.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import { registerMasternode } from '../src/state/identity/masternode-store.js';
import type { AwardedDocument } from '../src/state/contest/apply-effects.js';
import { contestRules } from '../src/state/contest/contest-rules.js';
import { beginBlock, castVote, joinContest } from '../src/state/contest/contest-store.js';
import type { Choice } from '../src/state/contest/contest.js';
import { pollId, type Poll } from '../src/state/contest/poll-id.js';
import type { Store } from '../src/store/store.js';
import { blockAt, idBytesOf, idOf, QUANTUM, T0 } from './contest-play.js';

/** Contests of 90 minutes, so that times are easy to say. */
export const RULES = contestRules('regtest', 13);
export const END = T0 + 5_400_000;
export const PRICE = 20_000_000_000n;
export const ADDRESS = 'ab'.repeat(20);
export const RICH = 1_000_000_000_000n;

const DPNS = base58.decode(QUANTUM.contractId);
export const INDEX = {
  contractId: DPNS,
  documentType: 'domain',
  indexName: 'parentNameAndLabel',
  properties: [
    { name: 'normalizedParentDomainName', type: 'string' },
    { name: 'normalizedLabel', type: 'string' },
  ],
  resolution: 0,
} as const;

export const pollOf = (label: string, parent = 'dash'): Poll => ({
  ...INDEX,
  indexValues: [
    { type: 'string', value: parent },
    { type: 'string', value: label },
  ],
});
export const QUANTUM_POLL = pollOf('quantum');
export const documentOf = (name: string): Uint8Array => Buffer.from(`bytes of ${name}`);

/** Opens identities with plenty of credits. */
export async function enrich(store: Store, ...names: readonly string[]): Promise<void> {
  await store.write(async (view) => {
    for (const name of names) openBalance(view, idBytesOf(name), RICH);
  });
}

/** An identity contends for the values of a poll. */
export const join = async (store: Store, name: string, time = T0, poll = QUANTUM_POLL): Promise<void> =>
  store.write(async (view) =>
    joinContest(
      view,
      {
        poll,
        identityId: idOf(name),
        documentId: base58.encode(sha256(Buffer.concat([Buffer.from(name), pollId(poll)]))),
        created: { $createdAt: BigInt(time) },
        credits: PRICE,
        document: documentOf(name),
        block: blockAt(time),
      },
      RULES,
    ),
  );

/** Puts masternodes into the list; those whose names begin with E are evolution masternodes. */
export const list = async (store: Store, ...names: readonly string[]): Promise<void> =>
  store.write(async (view) => {
    for (const name of names)
      await registerMasternode(view, {
        proTxHash: idBytesOf(name),
        kind: name.startsWith('E') ? 'evolution' : 'regular',
        votingAddress: ADDRESS,
        ownerAddress: ADDRESS,
        payoutAddress: ADDRESS,
      });
  });

/** A masternode votes. */
export const vote = async (store: Store, name: string, choice: Choice, poll = QUANTUM_POLL): Promise<void> =>
  store.write(async (view) =>
    castVote(
      view,
      {
        poll,
        proTxHash: idBytesOf(name),
        voterIdentityId: voterIdentityId(idBytesOf(name), ADDRESS),
        votingAddress: ADDRESS,
        choice,
      },
      RULES,
    ),
  );

/** Begins a block; gives how many polls ended and which documents won. */
export async function begin(
  store: Store,
  time: number,
): Promise<{ ended: number; awarded: AwardedDocument[] }> {
  const awarded: AwardedDocument[] = [];
  const ended = await store.write(async (view) => {
    awarded.length = 0;
    return beginBlock(view, blockAt(time), RULES, async (_view, document) => void awarded.push(document));
  });
  return { ended: ended.length, awarded };
}

/** How many entries there are of running contests, and of records of those that have ended. */
export const sizeOf = async (store: Store): Promise<number> =>
  (await store.read(async (view) => view.scan({ from: Uint8Array.of(0x32), to: Uint8Array.of(0x38) })))
    .length;

import { WITHDRAWAL_SPACES } from '../src/state/keys/withdrawal-keys.js';
import { ADDRESS_SPACES } from '../src/state/address/address-keys.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTEST_SPACES } from '../src/state/contest/contest-keys.js';
import { integerBytes } from '../src/base/bytes/integer-bytes.js';
import { EPOCH_FORM, EPOCH_SPACES, epochKey } from '../src/state/chain/epoch-store.js';
import { LAYOUT_KEY, STATE_LAYOUT } from '../src/state/chain/state-layout.js';
import { CONTRACT_SPACES } from '../src/state/contract/contract-keys.js';
import { IDENTITY_SPACES } from '../src/state/identity/identity-entry-keys.js';
import { KEY_SPACES } from '../src/state/keys/key-spaces.js';
import type { Platform } from '../src/api/platform.js';
import type { Entry, Store } from '../src/store/store.js';
import { TRANSITION_SPACES } from '../src/state/transition-result/executed-transition.js';
import { GROUP_SPACES } from '../src/state/group/group-keys.js';
import { TOKEN_SPACES } from '../src/state/token/token-keys.js';
import { onEachEngine } from './engines.js';
import { openWholeState } from './whole-state.js';
import { NO_DIFFERENCES } from './no-differences.js';

/** Only protocol 14 has claims of what each identity gets once: `token-formats.test.ts` damages one. */
const { onceOnlyClaims: _, ...TOKENS } = TOKEN_SPACES;

const SPACES = {
  ...EPOCH_SPACES,
  ...TRANSITION_SPACES,
  ...CONTRACT_SPACES,
  ...KEY_SPACES,
  ...IDENTITY_SPACES,
  ...ADDRESS_SPACES,
  ...WITHDRAWAL_SPACES,
  ...TOKENS,
  ...GROUP_SPACES,
  ...CONTEST_SPACES,
};

/** Nothing tells it. */
const NOTHING = '';

/**
 * What `verify` tells of entries of each kind, deleted, cut off in the middle, and one more under another id: the kind of a
 * difference, or what differs in a contest.
 */
const TOLD = [
  row('epochStarts', 'epoch', 'epoch', 'epoch'),
  row('executedTransitions', 'transition', 'transition', 'transition'),
  row('transitionHeights', 'transition', 'transition', 'transition'),
  row('namedTransitions', 'transition', 'transition', 'transition'),
  row('contracts', 'contract', 'contract', 'contract'),
  row('contractVersions', 'contract', 'contract', 'contract'),
  row('contractHashes', 'contract', 'contract', 'contract'),
  row('documents', 'index entry', 'document', 'stray'),
  row('indexEntries', 'index entry', 'index entry', 'stray'),
  row('versions', 'version', 'version', 'stray'),
  row('typeAggregates', 'aggregate', 'aggregate', 'stray'),
  row('valueAggregates', 'aggregate', 'aggregate', 'stray'),
  row('segmentAggregates', 'aggregate', 'aggregate', 'stray'),
  // As if the document were of the first epoch.
  row('storageClaims', NOTHING, 'document', 'stray'),
  row('missingValues', 'index entry', 'stray', 'stray'),
  row('identities', 'identity', 'identity', 'identity'),
  row('balances', 'identity', 'identity', 'identity'),
  // A nonce that was never used has no entry.
  row('identityNonces', NOTHING, 'identity', 'identity'),
  row('contractNonces', NOTHING, 'identity', 'identity'),
  row('processingPool', 'credits', 'credits', NOTHING),
  // As if it had left.
  row('masternodes', NOTHING, 'masternode', 'masternode'),
  row('departedMasternodes', NOTHING, 'masternode', NOTHING),
  row('totalCredits', 'credits', 'credits', NOTHING),
  row('uniqueKeyHashes', 'identity', 'identity', 'identity'),
  row('sharedKeyHashes', 'identity', 'identity', 'identity'),
  row('assetLocks', 'credits', 'asset lock', 'credits'),
  row('controlCredits', 'credits', 'credits', NOTHING),
  row('withdrawnCredits', 'credits', 'credits', NOTHING),
  row('addresses', 'credits', 'address', 'credits'),
  // As if the block had changed nothing.
  row('balanceChanges', NOTHING, 'address', 'address'),
  row('compactedChanges', 'address', 'address', 'address'),
  row('changeExpirations', 'address', 'address', 'address'),
  row('lastChange', 'address', 'address', NOTHING),
  row('nextExpiration', 'address', 'address', NOTHING),
  row('nextUnlock', 'withdrawal', 'withdrawal', NOTHING),
  // Their bytes follow from documents, which expire.
  row('queued', NOTHING, NOTHING, 'withdrawal'),
  row('broadcasted', NOTHING, NOTHING, 'withdrawal'),
  row('reserved', NOTHING, 'withdrawal', NOTHING),
  row('tokens', 'token', 'token', 'token'),
  row('tokenBalances', 'token', 'token', 'token'),
  // As if it never was.
  row('tokenFreezes', NOTHING, 'token', 'token'),
  row('tokenPrices', NOTHING, 'token', 'token'),
  row('perpetualClaims', NOTHING, 'token', 'token'),
  row('preProgrammedClaims', NOTHING, 'token', 'token'),
  // As if the contract had registered none.
  row('tokenDistributions', NOTHING, 'token', 'token'),
  row('groupActions', 'token', 'token', 'token'),
  row('groupSigners', NOTHING, 'token', 'token'),
  row('contests', 'contest', 'contest', 'contest'),
  row('polls', 'contest', 'contest', 'contest'),
  row('contenderDocuments', 'contest', NOTHING, 'contest'),
  row('contendingIds', 'contest', 'contest', 'contest'),
  row('ballotsByVoter', 'vote', 'vote', 'ballot'),
  row('ballotsByChoice', 'ballot', 'vote', 'vote'),
  row('ballotRecords', 'contest', 'contest', 'contest'),
  row('pollEnds', 'end', 'contest', 'contest'),
  row('contestedResources', 'contest', 'contest', 'contest'),
  row('tallies', 'contest', 'contest', 'contest'),
  row('voters', 'contest', 'contest', 'contest'),
];

function row(name: keyof typeof SPACES, deleted: string, isCut: string, more: string) {
  return { name, first: SPACES[name], deleted, isCut, more };
}

/** Members of entries that others are compared with. */
const COMPARED = [
  { name: 'epochStarts', kind: 'epoch', members: ['epoch', 'firstHeight'] },
  { name: 'executedTransitions', kind: 'transition', members: ['id', 'bytes', 'block'] },
  { name: 'masternodes', kind: 'masternode', members: ['proTxHash', 'votingAddress'] },
  { name: 'assetLocks', kind: 'asset lock', members: ['credits', 'keyHash', 'left', 'usedBy'] },
  { name: 'tokens', kind: 'token', members: ['id', 'contractId', 'position', 'totalSupply'] },
  {
    name: 'contests',
    kind: 'contest',
    members: ['id', 'poll', 'status', 'contenders', 'abstain', 'lock', 'fund', 'finished'],
  },
  { name: 'polls', kind: 'contest', members: ['contractId', 'documentType', 'indexName', 'indexValues'] },
  { name: 'ballotsByVoter', kind: 'ballot', members: ['choice'] },
  { name: 'tallies', kind: 'contest', members: ['height', 'tallies'] },
] as const;

/** Other values of members: none, and some of other types. */
const OTHERS = [undefined, null, 'x'];

const toldAs = (kind: string): unknown => (kind === NOTHING ? [] : expect.arrayContaining([kind]));

const ID_BYTES = 32;

/** Another value: a part of it, or something where there was nothing. */
const cut = ({ value }: Entry): Uint8Array =>
  value.length === 0 ? Uint8Array.of(1) : value.slice(0, Math.floor(value.length / 2));

/** The key of the same of another contract, identity or poll: its first id is another. */
function another({ key }: Entry): Uint8Array {
  const other = Uint8Array.from(key);
  for (let at = 1; at <= ID_BYTES && at < other.length; at += 1) other[at] = (other[at] ?? 0) ^ 0xa5;
  return other;
}

onEachEngine((engine) => {
  describe('Platform.verify', () => {
    let store: Store;
    let platform: Platform;
    beforeAll(async () => {
      store = await engine.open();
      ({ platform } = await openWholeState(store));
    });

    /** The last entry of a kind: of system contracts there is nothing to tell in the first ones. */
    const entryOf = async (first: number): Promise<Entry> => {
      const range = { from: Uint8Array.of(first), to: Uint8Array.of(first + 1), reverse: true, limit: 1 };
      const [entry] = await store.read(async (view) => view.scan(range));
      if (entry === undefined) throw new Error(`expected an entry under ${first}, found none`);
      return { key: Uint8Array.from(entry.key), value: Uint8Array.from(entry.value) };
    };
    const put = async (key: Uint8Array, value: Uint8Array | undefined): Promise<void> =>
      store.write(async (view) => {
        await Promise.resolve();
        if (value === undefined) view.delete(key);
        else view.put(key, value);
      });
    /** What is told while an entry is another one. */
    const toldOf = async (key: Uint8Array, value: Uint8Array | undefined): Promise<string[]> => {
      const before = await store.read(async (view) =>
        view.get(key).then((found) => found && Uint8Array.from(found)),
      );
      await put(key, value);
      const { ok, entries, documents, contests } = await platform.verify();
      await put(key, before);
      const told = [
        ...[...entries, ...documents].map(({ kind }) => kind),
        ...contests.map(({ what }) => what.split(' ')[0]!),
      ];
      expect(ok).toBe(told.length === 0);
      return told;
    };
    it('finds nothing in a state with an entry of every kind', async () => {
      for (const first of Object.values(SPACES)) await entryOf(first);
      expect(TOLD.map(({ first }) => first)).toEqual(Object.values(SPACES));
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
    });

    it.each(TOLD)('finds a deleted entry: $name', async ({ first, deleted }) => {
      expect(await toldOf((await entryOf(first)).key, undefined)).toEqual(toldAs(deleted));
    });

    it.each(TOLD)('finds a truncated entry: $name', async ({ first, isCut }) => {
      const entry = await entryOf(first);
      expect(await toldOf(entry.key, cut(entry))).toEqual(toldAs(isCut));
    });

    it.each(TOLD)('finds an additional entry: $name', async ({ first, more }) => {
      const entry = await entryOf(first);
      expect(await toldOf(another(entry), entry.value)).toEqual(toldAs(more));
    });

    it('finds a key of an unknown kind', async () => {
      for (const first of [0x02, 0x03, 0x3b, 0x4a, 0xfe])
        expect(await toldOf(Uint8Array.of(first, 1), Uint8Array.of(1))).toEqual(['stray']);
    });

    it.each(COMPARED)('finds members that are missing or of other types: $name', async (row) => {
      const { key, value } = await entryOf(SPACES[row.name]);
      const members: unknown = JSON.parse(Buffer.from(value).toString());
      for (const member of row.members)
        for (const other of OTHERS) {
          const changed = JSON.stringify(Object.assign({}, members, { [member]: other }));
          expect(await toldOf(key, Buffer.from(changed))).toContain(row.kind);
        }
    });

    it('finds a layout that is missing or another one', async () => {
      for (const value of [undefined, new Uint8Array(9), integerBytes(BigInt(STATE_LAYOUT + 1), 4)])
        expect(await toldOf(LAYOUT_KEY, value)).toEqual(['layout']);
    });

    it('finds an epoch that begins behind the last block', async () => {
      const { block } = await platform.status();
      const epoch = (block?.epoch ?? 0) + 1;
      const start = { epoch, firstHeight: 2n ** 40n, firstTime: 0, firstCoreHeight: 1, protocolVersion: 13 };
      expect(await toldOf(epochKey(epoch), EPOCH_FORM.toBytes(start))).toEqual(['epoch']);
    });

    it('finds departed masternodes without their mark', async () => {
      expect(await toldOf(Uint8Array.of(SPACES.departedMasternodes), undefined)).toEqual(['masternode']);
    });

    it("finds a contender with another contender's document", async () => {
      const prefix = { from: Uint8Array.of(0x32), to: Uint8Array.of(0x33) };
      const [first, second] = await store.read(async (view) => view.scan(prefix));
      expect(await toldOf(Uint8Array.from(first!.key), Uint8Array.from(second!.value))).toEqual(['contest']);
    });
  });
});

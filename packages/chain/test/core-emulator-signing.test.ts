import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { createCoreEmulator, type CoreEmulator } from '../src/core-emulator/index.js';
import { quorumTypeOf } from '../src/rules/consensus/quorum-types.js';
import { signBls } from '../src/base/crypto/bls.js';
import { chainLockSignHash } from '../src/rules/signing/chain-lock.js';
import { signHash } from '../src/rules/signing/sign-hash.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';

type Json = Readonly<Record<string, unknown>>;

const [REQUEST, MESSAGE] = ['1a'.repeat(32), '2b'.repeat(32)];
const MALFORMED = 'ff'.repeat(96);

describe('methods that sign and verify over the emulator', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let caller: EmulatorCaller;
  beforeAll(async () => {
    chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
    caller = new EmulatorCaller(emulator.url);
    chain.quorums.form();
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  /** Signs as the quorum of a type that was made at a block. */
  const signedBy = (
    llmqType: number,
    quorumHash: string,
    hashOf: (quorum: { llmqType: number; quorumHash: string }) => Uint8Array,
  ) => {
    const node = DevChain.nodeOf(chain);
    const keys = node.quorums.keys(quorumTypeOf(llmqType)!, node.chain.block(quorumHash)!)!;
    return bytesToHex(signBls(hashOf({ llmqType, quorumHash }), keys.secretKey));
  };

  it('select the quorum that signs, and verify its signature', async () => {
    for (const llmqType of [100, 103, 106]) {
      const { quorumHash, recoveryMembers } = await caller.call<{
        quorumHash: string;
        recoveryMembers: string[];
      }>('quorum', 'selectquorum', llmqType, REQUEST);
      const { members } = chain.quorums.list().find((each) => each.quorumHash === quorumHash)!;
      expect(recoveryMembers).toHaveLength(3);
      for (const member of recoveryMembers)
        expect(members.map(({ proTxHash }) => proTxHash)).toContain(member);
      const signature = signedBy(llmqType, quorumHash, (quorum) =>
        signHash({ ...quorum, requestId: REQUEST, messageHash: MESSAGE }),
      );
      const verify = (...rest: unknown[]) =>
        caller.call('quorum', 'verify', llmqType, REQUEST, MESSAGE, signature, ...rest);
      expect(await verify()).toBe(true);
      expect(await verify(quorumHash)).toBe(true);
      expect(await verify('', chain.tip().height)).toBe(true);
      expect(await verify('', 500)).toBe(false);
      expect(await verify('', chain.tip().height + 1000)).toBe(false);
      expect(await caller.call('quorum', 'verify', llmqType, REQUEST, REQUEST, signature)).toBe(false);
    }
  });

  it('reject in the words of Dash Core', async () => {
    const verify = (...params: unknown[]) => caller.rejectionOf('quorum', 'verify', ...params);
    expect(await verify(99, REQUEST, MESSAGE, MALFORMED)).toEqual([-8, 'invalid LLMQ type']);
    expect(await verify(100, REQUEST, MESSAGE, MALFORMED)).toEqual([-8, 'invalid signature format']);
    const valid = bytesToHex(signBls(new Uint8Array(32), new Uint8Array(32).fill(7)));
    expect(await verify(100, REQUEST, MESSAGE, valid, '11'.repeat(32))).toEqual([-8, 'quorum not found']);
    expect(await verify(100, REQUEST, MESSAGE, valid, '')).toEqual([
      -8,
      "quorumHash must be of length 64 (not 0, for '')",
    ]);
    expect(await caller.rejectionOf('quorum', 'selectquorum', 104, REQUEST)).toEqual([
      -1,
      'no quorums active',
    ]);
    const unavailable = [-32603, 'Only available in masternode mode.'];
    expect(await caller.rejectionOf('quorum', 'sign', 100, REQUEST, MESSAGE)).toEqual(unavailable);
    expect(await caller.rejectionOf('quorum', 'platformsign', REQUEST, MESSAGE)).toEqual(unavailable);
    expect(await caller.rejectionOf('quorum', 'memberof', '11'.repeat(32))).toEqual([
      -8,
      'masternode not found',
    ]);
    expect(await caller.rejectionOf('quorum', 'memberof', '11'.repeat(32), 0)).toEqual([
      -8,
      'invalid scanQuorumsCount parameter',
    ]);
  });

  it('name the quorums of a masternode', async () => {
    for (const { proTxHash } of chain.masternodes.list()) {
      const quorums = await caller.call<Json[]>('quorum', 'memberof', proTxHash);
      const expected = chain.quorums
        .list()
        .filter(({ members }) => members.some((member) => member.proTxHash === proTxHash));
      expect(quorums.map(({ quorumHash, type }) => `${String(type)} ${String(quorumHash)}`)).toEqual(
        expected.map(({ quorumHash, name }) => `${name} ${quorumHash}`),
      );
      for (const quorum of quorums) {
        const { memberIndex, isValidMember } = quorum;
        const place = chain.quorums
          .list()
          .find(({ quorumHash, name }) => quorumHash === quorum['quorumHash'] && name === quorum['type'])!
          .members.findIndex((member) => member.proTxHash === proTxHash);
        expect({ memberIndex, isValidMember }).toEqual({ memberIndex: place, isValidMember: true });
        expect(quorum).not.toHaveProperty('members');
      }
    }
  });

  it('submit a ChainLock', async () => {
    const { hash, height } = chain.tip();
    const signatures = chain.quorums
      .list()
      .filter(({ llmqType }) => llmqType === 100)
      .map(({ quorumHash }) =>
        signedBy(100, quorumHash, (quorum) => chainLockSignHash({ hash, height }, quorum)),
      );
    const submit = (...params: unknown[]) => caller.rejectionOf('submitchainlock', ...params);
    expect(await submit(hash, signatures[0], 0)).toEqual([-8, 'invalid block height']);
    expect(await submit(hash, MALFORMED, height)).toEqual([-8, 'invalid signature format']);
    expect(await submit('11'.repeat(32), signatures[0], height)).toEqual([-8, 'invalid signature']);
    expect(await submit(hash, signatures[0], 9)).toEqual([
      -1,
      `No quorum found. Current tip height: ${height} hash: ${hash}`,
    ]);
    const heights = await Promise.all(
      signatures.map((signature) => caller.answer('submitchainlock', hash, signature, height)),
    );
    expect(heights.map(({ result }) => result)).toContain(height);
    expect(chain.bestChainLock()).toMatchObject({ hash, height });
    expect(await caller.call('submitchainlock', '22'.repeat(32), MALFORMED, height)).toBe(height);
  });
});

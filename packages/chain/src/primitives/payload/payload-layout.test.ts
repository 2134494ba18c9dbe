import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { decodePayload, encodePayload, type OpaquePayload, type SpecialPayload } from './payload.js';

const reversed = (hex: string) => bytesToHex(hexToBytes(hex).toReversed());

const HASH = `${'00'.repeat(30)}0102`;
const OTHER_HASH = `${'00'.repeat(30)}0304`;
const SIGNATURE = 'a1'.repeat(96);
const PUBLIC_KEY = 'b2'.repeat(48);
const KEY_ID = 'c3'.repeat(19) + '01';

function decode(type: number, hex: string): SpecialPayload | OpaquePayload {
  const payload = decodePayload({ version: 3, type, extraPayload: hexToBytes(hex) });
  if (payload === undefined) throw new Error('no payload');
  return payload;
}

describe('the layout of a special transaction payload', () => {
  it('of a ProRegTx of version 1 is read and written', () => {
    const hex = [
      '0100',
      '0000',
      '0000',
      reversed(HASH),
      '01000000',
      '00000000000000000000ffff01020304270f',
      KEY_ID,
      PUBLIC_KEY,
      KEY_ID,
      '2c01',
      '0151',
      reversed(OTHER_HASH),
      '02abcd',
    ].join('');
    const payload = decode(1, hex);
    expect(payload).toEqual({
      kind: 'proRegTx',
      version: 1,
      masternodeType: 0,
      mode: 0,
      collateral: { txid: HASH, index: 1 },
      addresses: { kind: 'single', service: { ip: '1.2.3.4', port: 9999 } },
      keyIdOwner: KEY_ID,
      pubKeyOperator: PUBLIC_KEY,
      keyIdVoting: KEY_ID,
      operatorReward: 300,
      scriptPayout: Uint8Array.of(0x51),
      inputsHash: OTHER_HASH,
      platform: undefined,
      signature: Uint8Array.of(0xab, 0xcd),
    });
    expect(bytesToHex(encodePayload(payload))).toBe(hex);
  });

  it('of an evonode ProRegTx of versions 2 and 3 has the ports in the addresses', () => {
    const head = ['0100', '0000', reversed(HASH), '01000000'];
    const middle = [KEY_ID, PUBLIC_KEY, KEY_ID, '0000', '0151', reversed(OTHER_HASH), reversed(KEY_ID)];
    const two = [
      '0200',
      ...head,
      '00000000000000000000ffff01020304270f',
      ...middle,
      '2068',
      'bb01',
      '00',
    ].join('');
    expect(decode(1, two)).toMatchObject({
      version: 2,
      masternodeType: 1,
      platform: { nodeId: KEY_ID, ports: { p2p: 26656, http: 443 } },
    });
    const addresses = [
      '01',
      '03',
      '00',
      '02',
      '010104',
      '01020304',
      '270f',
      '010210',
      '20014860486000000000000000008888',
      '270f',
      '01',
      '01',
      '010104',
      '01020304',
      '6820',
      '02',
      '01',
      '020b',
      Buffer.from('example.org').toString('hex'),
      '01bb',
    ].join('');
    const three = ['0300', ...head, addresses, ...middle, '00'].join('');
    const payload = decode(1, three);
    expect(payload).toMatchObject({
      version: 3,
      masternodeType: 1,
      platform: { nodeId: KEY_ID, ports: undefined },
      addresses: {
        kind: 'extended',
        coreP2p: [
          { network: 'ipv4', host: '1.2.3.4', port: 9999 },
          { network: 'ipv6', host: '2001:4860:4860::8888', port: 9999 },
        ],
        platformP2p: [{ network: 'ipv4', host: '1.2.3.4', port: 26656 }],
        platformHttps: [{ network: 'domain', host: 'example.org', port: 443 }],
      },
    });
    expect(bytesToHex(encodePayload(payload))).toBe(three);
  });

  it('of a ProUpServTx has its type from version 2 on', () => {
    const rest = [reversed(HASH), '00000000000000000000ffff01020304270f', '00', reversed(OTHER_HASH)];
    const expected = {
      kind: 'proUpServTx',
      proTxHash: HASH,
      addresses: { kind: 'single', service: { ip: '1.2.3.4', port: 9999 } },
      scriptOperatorPayout: new Uint8Array(),
      inputsHash: OTHER_HASH,
      signature: SIGNATURE,
    };
    expect(decode(2, ['0100', ...rest, SIGNATURE].join(''))).toEqual({
      ...expected,
      version: 1,
      masternodeType: 0,
      platform: undefined,
    });
    expect(
      decode(2, ['0200', '0100', ...rest, reversed(KEY_ID), '2068', 'bb01', SIGNATURE].join('')),
    ).toEqual({
      ...expected,
      version: 2,
      masternodeType: 1,
      platform: { nodeId: KEY_ID, ports: { p2p: 26656, http: 443 } },
    });
  });

  it('of a ProUpRegTx and a ProUpRevTx is read and written', () => {
    const registrar = [
      '0200',
      reversed(HASH),
      '0000',
      PUBLIC_KEY,
      KEY_ID,
      '0151',
      reversed(OTHER_HASH),
      '00',
    ].join('');
    expect(decode(3, registrar)).toEqual({
      kind: 'proUpRegTx',
      version: 2,
      proTxHash: HASH,
      mode: 0,
      pubKeyOperator: PUBLIC_KEY,
      keyIdVoting: KEY_ID,
      scriptPayout: Uint8Array.of(0x51),
      inputsHash: OTHER_HASH,
      signature: new Uint8Array(),
    });
    const revocation = ['0200', reversed(HASH), '0300', reversed(OTHER_HASH), SIGNATURE].join('');
    expect(decode(4, revocation)).toEqual({
      kind: 'proUpRevTx',
      version: 2,
      proTxHash: HASH,
      reason: 3,
      inputsHash: OTHER_HASH,
      signature: SIGNATURE,
    });
  });

  it('of a coinbase of versions 1 to 4 is read and written', () => {
    const one = { kind: 'cbTx', height: 258, merkleRootMNList: HASH };
    const two = { ...one, merkleRootQuorums: OTHER_HASH };
    const base = `02010000${reversed(HASH)}`;
    expect(decode(5, `0100${base}`)).toEqual({ ...one, version: 1 });
    expect(decode(5, `0200${base}${reversed(OTHER_HASH)}`)).toEqual({ ...two, version: 2 });
    const three = ['0300', base, reversed(OTHER_HASH), 'fdfd00', SIGNATURE, '0010a5d4e8000000'].join('');
    expect(decode(5, three)).toEqual({
      ...two,
      version: 3,
      bestCLHeightDiff: 253,
      bestCLSignature: SIGNATURE,
      creditPoolBalance: 1_000_000_000_000n,
    });
    const four = `04${three.slice(2)}${reversed(HASH)}`;
    expect(decode(5, four)).toMatchObject({
      version: 4,
      bestCLHeightDiff: 253,
      merkleRootAssetUnlocks: HASH,
    });
    expect(() => decode(5, four.slice(0, -64))).toThrow('expected 32 bytes');
    expect(() => decode(5, `05${four.slice(2)}`)).toThrow('unknown version 5');
  });

  it.each([
    [1, ''],
    [2, 'feff'],
    [3, ''],
    [4, 'feff'],
  ])('of a quorum commitment of version %i is read and written', (version, index) => {
    const hex = [
      '0100',
      '02010000',
      `0${version}00`,
      '64',
      reversed(HASH),
      index,
      '0307',
      '0305',
      PUBLIC_KEY,
      reversed(OTHER_HASH),
      SIGNATURE,
      SIGNATURE,
    ].join('');
    const payload = decode(6, hex);
    expect(payload).toEqual({
      kind: 'quorumCommitmentTx',
      version: 1,
      height: 258,
      commitment: {
        version,
        llmqType: 100,
        quorumHash: HASH,
        quorumIndex: index === '' ? 0 : -2,
        signers: { size: 3, bytes: Uint8Array.of(7) },
        validMembers: { size: 3, bytes: Uint8Array.of(5) },
        quorumPublicKey: PUBLIC_KEY,
        quorumVvecHash: OTHER_HASH,
        quorumSig: SIGNATURE,
        membersSig: SIGNATURE,
      },
    });
    expect(bytesToHex(encodePayload(payload))).toBe(hex);
  });

  it('of a hard fork signal, an asset lock and an asset unlock is read and written', () => {
    const signal = ['01', '0c', reversed(HASH), SIGNATURE].join('');
    expect(decode(7, signal)).toEqual({
      kind: 'mnHfTx',
      version: 1,
      versionBit: 12,
      quorumHash: HASH,
      signature: SIGNATURE,
    });
    const lock = ['01', '02', '00e1f50500000000', '0151', '0100000000000000', '00'].join('');
    expect(decode(8, lock)).toEqual({
      kind: 'assetLockTx',
      version: 1,
      creditOutputs: [
        { value: 100_000_000n, scriptPubKey: Uint8Array.of(0x51) },
        { value: 1n, scriptPubKey: new Uint8Array() },
      ],
    });
    const unlock = ['01', 'ffffffffffffffff', '02010000', '03010000', reversed(HASH), SIGNATURE].join('');
    expect(decode(9, unlock)).toEqual({
      kind: 'assetUnlockTx',
      version: 1,
      index: 2n ** 64n - 1n,
      fee: 258,
      requestedHeight: 259,
      quorumHash: HASH,
      quorumSig: SIGNATURE,
    });
  });
});

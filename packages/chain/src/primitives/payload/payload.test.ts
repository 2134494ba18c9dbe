import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_PAYLOAD } from '../../../test/any-payload.js';
import { recordedResponse, RECORDED_BLOCKS } from '../../../test/recorded.js';
import { looseness, sample } from '../../../test/strict-decoder.js';
import { decodeBlock } from '../block/block.js';
import { bytesToHex, hexToBytes, ZERO_HASH } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { isNullCommitment } from '../masternode/final-commitment.js';
import { TransactionType } from '../transaction/transaction-type.js';
import { transactionId } from '../transaction/transaction.js';
import { decodePayload, encodePayload, PAYLOAD_FORMATS, type SpecialPayload } from './payload.js';

interface PrintedBlock {
  readonly result: {
    readonly tx: readonly string[];
    readonly cbTx: Readonly<Record<string, unknown>> & { readonly creditPoolBalance: number };
  };
}

const recorded = RECORDED_BLOCKS.flatMap(({ height, hex }) =>
  decodeBlock(hexToBytes(hex)).transactions.flatMap((transaction) => {
    const payload = decodePayload(transaction);
    return payload === undefined ? [] : [{ height, transaction, payload }];
  }),
);

const special = (type: number, payload: string) =>
  ({ version: 3, type, extraPayload: hexToBytes(payload) }) as const;
const reversed = (hex: string) => bytesToHex(hexToBytes(hex).toReversed());

const HASH = `${'00'.repeat(30)}0102`;
const SIGNATURE = 'a1'.repeat(96);
const KEY_ID = 'c3'.repeat(19) + '01';

describe('payloads of recorded transactions', () => {
  it('round-trip byte for byte', () => {
    for (const { payload, transaction } of recorded) {
      expect(bytesToHex(encodePayload(payload))).toBe(bytesToHex(transaction.extraPayload));
    }
    const kinds = new Set(recorded.map(({ payload }) => payload.kind));
    expect(kinds).toEqual(new Set(['cbTx', 'proRegTx', 'proUpRegTx', 'proUpServTx', 'quorumCommitmentTx']));
  });

  it('of coinbases and quorum commitments contain the height of their block', () => {
    const named = recorded.filter(({ payload }) => 'height' in payload);
    expect(named.map(({ payload }) => payload)).toMatchObject(named.map(({ height }) => ({ height })));
    expect(named.length).toBeGreaterThan(600);
  });

  it('contain only null commitments on the recorded chain', () => {
    const commitments = recorded.flatMap(({ payload }) =>
      payload.kind === 'quorumCommitmentTx' ? [payload.commitment] : [],
    );
    expect(commitments.every(isNullCommitment)).toBe(true);
  });

  it('have the values printed by getblock for the coinbase', () => {
    const { result: printed }: PrintedBlock = JSON.parse(recordedResponse('getblock 1'));
    const payload = recorded.find(({ transaction }) =>
      printed.tx.includes(transactionId(transaction)),
    )?.payload;
    const { creditPoolBalance, ...rest } = printed.cbTx;
    const duffs = BigInt(Math.round(creditPoolBalance * 1e8));
    expect(payload).toEqual({ kind: 'cbTx', creditPoolBalance: duffs, ...rest });
  });

  it('register the masternodes listed by the node', () => {
    const registrations = recorded.flatMap(({ payload }) => (payload.kind === 'proRegTx' ? [payload] : []));
    const services = registrations.map(({ addresses }) => addresses.kind === 'single' && addresses.service);
    expect(services.toSorted((a, b) => (a && b ? a.port - b.port : 0))).toEqual(
      [1, 2, 3, 4, 5, 6].map((i) => ({ ip: `1.2.3.${i}`, port: 20000 + i })),
    );
    const platforms = registrations
      .map(({ platform }) => platform)
      .filter((platform) => platform !== undefined);
    expect(new Set(platforms.map(({ nodeId }) => nodeId))).toEqual(
      new Set([5, 6].map((i) => i.toString().padStart(40, '0'))),
    );
    expect(new Set(platforms.map(({ ports }) => ports?.http))).toEqual(new Set([1448, 1449]));
  });
});

describe('decodePayload', () => {
  it('returns nothing without a payload, and opaque bytes for an unknown type', () => {
    const bytes = Uint8Array.of(1, 2);
    expect(decodePayload({ version: 3, type: 0, extraPayload: new Uint8Array() })).toBeUndefined();
    expect(decodePayload({ version: 2, type: 5, extraPayload: new Uint8Array() })).toBeUndefined();
    const opaque = { kind: 'opaque', type: 10, bytes } as const;
    expect(decodePayload({ version: 3, type: 10, extraPayload: bytes })).toEqual(opaque);
    expect(encodePayload(opaque)).toEqual(bytes);
  });

  it('has a format for each special type, named by its kind', () => {
    const special = Object.values(TransactionType).filter((type) => type !== TransactionType.normal);
    expect([...PAYLOAD_FORMATS.keys()]).toEqual(special);
    expect([...PAYLOAD_FORMATS.values()].map(({ name }) => name)).toEqual(Object.keys(ANY_PAYLOAD));
  });

  describe.each([...PAYLOAD_FORMATS])('of type %i', (type, format) => {
    const payloads: fc.Arbitrary<SpecialPayload> = ANY_PAYLOAD[format.name];

    it('round-trips through bytes', () => {
      fc.assert(
        fc.property(payloads, (payload) => {
          const extraPayload = encodePayload(payload);
          expect(decodePayload({ version: 3, type, extraPayload })).toEqual(payload);
        }),
      );
    });

    it('decodes strictly', () => {
      const seeds = fc.sample(payloads, { numRuns: 20, seed: type }).map(encodePayload);
      expect(looseness(format, seeds)).toBeUndefined();
    });

    it('rejects unknown versions, missing and trailing bytes', () => {
      const bytes = encodePayload(sample(payloads, type));
      // Rules reject a commitment of an unknown version, as Dash Core reads it.
      const isRead = type === TransactionType.quorumCommitment;
      const unknown = isRead ? [] : [0, 9].map((version) => bytes.with(0, version));
      for (const bad of [...unknown, bytes.slice(0, -1), Uint8Array.of(...bytes, 0), new Uint8Array()]) {
        expect(() => format.decode(bad)).toThrow(MalformedBytesError);
      }
    });
  });

  it('rejects impossible counts before allocating', () => {
    const count = 'fe00000002';
    for (const bad of [
      special(8, `01${count}`),
      special(6, ['0100', '02010000', '0300', '64', reversed(HASH), count].join('')),
      special(1, ['0300', '0000', '0000', reversed(HASH), '01000000', '01', count].join('')),
      special(1, ['0300', '0000', '0000', reversed(HASH), '01000000', '0101', '00', count].join('')),
    ]) {
      expect(() => decodePayload(bad)).toThrow(MalformedBytesError);
    }
  });

  it('has a format that rejects inconsistent fields when it encodes them', () => {
    const regular = sample(ANY_PAYLOAD.proRegTx, 1);
    const single = { kind: 'single', service: { ip: '::', port: 0 } } as const;
    const platform = { nodeId: KEY_ID, ports: undefined };
    for (const bad of [
      { ...regular, version: 3, masternodeType: 0, platform: undefined, addresses: single },
      { ...regular, version: 2, masternodeType: 0, platform, addresses: single },
      { ...regular, version: 2, masternodeType: 1, platform: undefined, addresses: single },
      { ...regular, version: 2, masternodeType: 1, platform, addresses: single },
      { ...regular, version: 2, masternodeType: 0, platform: undefined, addresses: single, keyIdOwner: '00' },
    ] as const) {
      expect(() => encodePayload(bad)).toThrow(RangeError);
    }
    const update = {
      kind: 'proUpServTx',
      version: 1,
      masternodeType: 1,
      proTxHash: ZERO_HASH,
      addresses: single,
    } as const;
    const rest = {
      scriptOperatorPayout: new Uint8Array(),
      inputsHash: ZERO_HASH,
      platform: undefined,
      signature: SIGNATURE,
    };
    expect(() => encodePayload({ ...update, ...rest })).toThrow(RangeError);
  });
});

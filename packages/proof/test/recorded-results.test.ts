import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createStateSignatureVerifier } from '@dapikit/proof';
import { recordedResponses } from './recorded.js';
import { verifyRecorded } from './verify-recorded.js';

const responses = recordedResponses();
const verifySignature = createStateSignatureVerifier();

/** Responses whose contents cannot be read, by position; their roots and signatures are verified nevertheless. */
const UNREADABLE = new Map([
  // An early build of protocol version 9 wrote this contract without keywords and description; the SDK 4.1.0 rejects it too.
  [7, 'keywords'],
]);

/** Returns a value with bytes as hexadecimal text and large integers as text. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hex.encode(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, plain(content)]));
  return value;
}

const resultOf = (at: number): unknown => plain(verifyRecorded(responses[at]!, verifySignature).value);
const id = (byte: string): string => byte.repeat(32);
const text = (value: string): string => hex.encode(new TextEncoder().encode(value));

const TOKENS = {
  first: 'a356ccd4267c098e29d068e97404a829a9a82f0d7d51df9a854863da9d2604b8',
  second: '03cf63fa725ccfa77809eca47c3f66edc923560517a993963d849b21e191558a',
  third: 'df2fa1fab2e49db8da48b80183ecd2172ddbb77f40ceab06f322a7866e1bf933',
};
const CONTESTANTS = [
  '9a90217be873d29ca7b28ba865ecd583b0655ddab82823567a5e0dc88a86f682',
  'a496fe4262159124ad8aad5f92a7739650584bbeccfa7dbbd72f8510321c95b2',
  'e0262146efbfec21646574867d26a4f8df5172b3067ac9573afc3bdfb84eb458',
];

/** Expected results by position, as the tests of the Rust SDK set up the state. */
const EXPECTED = new Map<number, unknown>([
  [1, ['adsfa', 'fgdasga', 'gfzdgda', 'testname', 'tsgvd'].map(text)],
  [3, []],
  [6, { contenders: [], lockVotes: undefined, abstainVotes: undefined, info: undefined }],
  [14, [{ proTxHash: '069dcb6e829988af0edb245f30d3b1297a47081854a78c3cdea9fddb8fbd07eb', strength: '4' }]],
  [15, []],
  [18, [text('dash')]],
  [20, []],
  [26, ['tsgvd', 'testname', 'gfzdgda', 'fgdasga', 'adsfa'].map(text)],
  [83, undefined],
  [93, [id('00'), id('01')].map((contractId) => ({ contractId, contract: undefined }))],
  [95, [{ id: id('01'), value: undefined }]],
  [101, []],
  [112, undefined],
  [118, undefined],
  [121, '0'],
  [122, { balance: '0', revision: '0' }],
  [123, undefined],
  [
    119,
    [
      { id: id('01'), value: undefined },
      { id: id('02'), value: { formatVersion: 0, frozen: true } },
      { id: id('03'), value: undefined },
      { id: id('ff'), value: undefined },
    ],
  ],
  [
    131,
    [
      { id: id('01'), value: '100100' },
      { id: id('02'), value: '100' },
      { id: id('03'), value: undefined },
      { id: id('ff'), value: undefined },
    ],
  ],
  [
    133,
    [
      { id: id('01'), value: undefined },
      { id: TOKENS.second, value: '100200' },
      { id: TOKENS.first, value: '100100' },
      { id: TOKENS.third, value: '100300' },
    ],
  ],
  [134, undefined],
  [135, '20000000000'],
  [137, [{ protocolVersion: 9, votes: '3' }]],
  [140, []],
  [143, { supply: '100200', balances: '100200' }],
  [110, [{ identityId: id('01'), power: '1' }]],
  [
    97,
    [
      {
        epoch: 0,
        firstBlockHeight: '1',
        firstCoreBlockHeight: 1393,
        firstBlockTimeMs: '1741850175000',
        feeMultiplierPermille: '1000',
        protocolVersion: 9,
      },
    ],
  ],
]);

describe('results of recorded responses', () => {
  it.each(responses.filter((_, at) => !UNREADABLE.has(at)))('are verified: $name', (recorded) => {
    const { rootHash, metadata } = verifyRecorded(recorded, verifySignature);
    expect(hex.encode(rootHash)).toBe(recorded.root);
    expect(metadata).toBe(recorded.metadata);
  });

  it.each([...UNREADABLE])('cannot be read: %i', (at, member) => {
    expect(() => verifyRecorded(responses[at]!, verifySignature)).toThrow(member);
  });

  it.each([...EXPECTED])('are those of the state: %i', (at, expected) => {
    expect(resultOf(at)).toStrictEqual(expected);
  });

  it('have identities with their keys', () => {
    for (const at of [98, 111, 115, 127])
      expect(resultOf(at)).toMatchObject({ id: id('01'), balance: '0', revision: '0' });
    expect(resultOf(124)).toMatchObject([{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect([113, 114].map(resultOf)).toMatchObject([{ id: id('02') }, { id: id('03') }]);
    expect(resultOf(126)).toMatchObject([
      { id: 0, purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
      { id: 2, securityLevel: 'HIGH' },
    ]);
  });

  it('have contenders with documents and votes, as far as the limit goes', () => {
    const contenders = CONTESTANTS.map((identityId, at) => ({ identityId, votes: at === 1 ? '4' : '0' }));
    expect(resultOf(0)).toMatchObject({
      contenders,
      lockVotes: '0',
      abstainVotes: '0',
      info: { status: { type: 'started' } },
    });
    expect(resultOf(10)).toMatchObject({ contenders: contenders.slice(0, 2) });
  });

  it('have contracts, their versions and documents', () => {
    const dpns = 'e668c659af66aee1e72c186dde7b5b7e0a1d712a09c40d5721f622bf53c53155';
    expect(resultOf(2)).toMatchObject({ id: dpns, formatVersion: 0 });
    expect(resultOf(92)).toMatchObject([
      { contract: { id: dpns, formatVersion: 1 } },
      { contractId: id('01'), contract: undefined },
    ]);
    expect(resultOf(89)).toMatchObject([{ contract: { version: 2 } }, { contract: { version: 1 } }]);
    expect(resultOf(80)).toMatchObject({ data: { label: 'dash' } });
    expect(resultOf(79)).toStrictEqual([resultOf(80)]);
  });

  it('have prices, polls and groups', () => {
    expect(resultOf(96)).toMatchObject([
      { id: TOKENS.second, value: { type: 'singlePrice', price: '25' } },
      { id: TOKENS.first, value: undefined },
      { id: TOKENS.third, value: { type: 'setPrices' } },
    ]);
    expect(resultOf(94)).toMatchObject([{ id: TOKENS.third, value: { type: 'setPrices' } }]);
    expect(resultOf(144)).toMatchObject([
      { endTimeMs: '1730202063629', poll: { indexName: 'parentNameAndLabel' } },
    ]);
    expect(resultOf(109)).toMatchObject([
      { position: 1, group: { requiredPower: 3 } },
      { position: 2, group: { requiredPower: 2 } },
    ]);
  });

  it('are not accepted from another quorum, or from an unknown one', () => {
    const [first] = responses;
    const other = responses.find(({ root }) => root !== first!.root);
    expect(() => verifyRecorded({ ...first!, quorumKey: other!.quorumKey }, verifySignature)).toThrow(
      'signature',
    );
    expect(() => verifyRecorded({ ...first!, metadata: other!.metadata }, verifySignature)).toThrow(
      'signature',
    );
  });
});

import { runAtOnce } from '@dapikit/chain/browser';
import { decode, encode } from 'cborg';
import { describe, expect, it } from 'vitest';
import { recordedFolder } from '../../test/recorded-folders.js';
import { decodeListSteps } from './decode-list.js';

const decoded = (bytes: Uint8Array): unknown => runAtOnce(decodeListSteps(bytes));
const full: unknown = JSON.parse(JSON.stringify(recordedFolder('mainnet').lists[0]!.diff));

describe('a masternode list in CBOR', () => {
  it('is decoded as cborg does, a full one of mainnet in several turns', () => {
    const bytes = encode(full);
    expect(decoded(bytes)).toEqual(decode(bytes));
    expect([...decodeListSteps(bytes)].length).toBeGreaterThan(3);
  });

  it('may have arrays and maps without a length', () => {
    // {_ "a": [_ 1, [2]], "b": {"c": 3}}
    const bytes = Buffer.from('bf61619f018102ff6162a1616303ff', 'hex');
    expect(decoded(bytes)).toEqual({ a: [1, [2]], b: { c: 3 } });
  });

  it.each([
    ['no map', '8101'],
    ['a cut map', 'a2616101'],
    ['a cut array', 'a1616182'],
    ['an array that no break ends', 'a161619f01'],
    ['bytes behind the map', 'a16161010a'],
    ['no bytes', ''],
    ['a name that is no text', 'a10101'],
    ['a break in an array with a length', 'a1616182ff01'],
  ])('is rejected with %s', (_, hex) => {
    expect(() => decoded(Buffer.from(hex, 'hex'))).toThrow('the masternode list is not CBOR');
  });

  it.each([
    ['all together', { mnList: Array.from({ length: 600_000 }, () => 1) }],
    ['in one of its values', { one: { two: Array.from({ length: 20_000 }, () => 1) } }],
  ])('is rejected with too many elements: %s', (_, list) => {
    expect(() => decoded(encode(list))).toThrow('the masternode list has too many elements');
  });
});

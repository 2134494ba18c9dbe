import { encodeElement } from '@dapikit/proof/prover';
import { expect, it } from 'vitest';
import { elementBytes } from './element-bytes.js';

const item = (length: number) => ({ type: 'item', value: new Uint8Array(length), flags: undefined }) as const;
const valueOf = (length: number): number => elementBytes('normal', 32, item(length), 0).value;

it.each([0, 1, 250, 251, 252, 65_535, 65_536])(
  'elementBytes counts an item of %i bytes as it is encoded',
  (length) => {
    expect(valueOf(length) - valueOf(0)).toBe(
      // Its node has a varint of seven bits a byte before it.
      encodeElement(item(length)).length -
        encodeElement(item(0)).length +
        (length < 60 ? 0 : length < 16_000 ? 1 : 2),
    );
  },
);

const withSum = (sum: bigint) =>
  ({ type: 'itemWithSumItem', value: new Uint8Array(5), sum, flags: undefined }) as const;

it('elementBytes counts a sum of an item as long as any', () => {
  expect(elementBytes('sum', 32, withSum(1n), 0)).toEqual(elementBytes('sum', 32, withSum(2n ** 62n), 0));
});

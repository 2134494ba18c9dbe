import { expect, test } from 'vitest';
import {
  consensusError,
  dataContract,
  decode,
  DecodeError,
  documentCodec,
  documentTypesOf,
  encode,
  identity,
  Reader,
  stateTransition,
  value,
  type Codec,
} from '@dapikit/protocol';
import { mutated, randomNumbers } from './mutations.js';
import { fromHex, recorded, toHex, TRANSITIONS } from './recorded.js';
import { MAX_DEPTH } from '../src/codec/reader.js';

interface Line {
  readonly name: string;
  readonly hex: string;
  readonly contract: string;
  readonly documentType: string;
  readonly platformVersion: number;
}

interface Sample {
  readonly codec: Codec<unknown>;
  readonly bytes: Uint8Array;
}

const samplesOf = (codec: Codec<unknown>, lines: readonly { readonly hex: string }[]): Sample[] =>
  lines.map(({ hex }) => ({ codec, bytes: fromHex(hex) }));

const CONTRACTS = recorded<Line>('contracts-4.1.0');

const documents = recorded<Line>('documents-4.1.0').map(({ contract, documentType, hex }): Sample => {
  const line = CONTRACTS.find(({ name, platformVersion }) => name === contract && platformVersion === 13)!;
  const types = documentTypesOf(decode(dataContract, fromHex(line.hex)));
  return { codec: documentCodec(types.get(documentType)!), bytes: fromHex(hex) };
});

const SAMPLES: readonly Sample[] = [
  ...samplesOf(stateTransition, TRANSITIONS),
  ...samplesOf(dataContract, CONTRACTS),
  ...samplesOf(identity, recorded<Line>('identities-4.1.0')),
  ...samplesOf(consensusError, recorded<Line>('consensus-errors')),
  ...documents,
];

const RUNS = 100_000;
/** Limits reads for each byte: a variable-length integer takes two reads, and an optional object of a document one more. */
const MAX_STEPS_PER_BYTE = 3;

test(`${RUNS} mutated inputs decode or throw DecodeError in a bounded number of steps`, () => {
  const random = randomNumbers(20_240_607);
  let accepted = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { codec, bytes } = SAMPLES[run % SAMPLES.length]!;
    const input = mutated(bytes, random);
    const reader = new Reader(input);
    let decoded: unknown;
    try {
      decoded = codec.decode(reader);
      accepted += 1;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      decoded = undefined;
    }
    if (reader.steps > MAX_STEPS_PER_BYTE * input.length + 4)
      throw new Error(`${reader.steps} steps for ${input.length} bytes`);
    // What is accepted has an encoding, and that is decoded to the same bytes.
    if (decoded !== undefined && run % 10 === 0) {
      const again = encode(codec, decoded);
      if (toHex(encode(codec, decode(codec, again))) !== toHex(again))
        throw new Error(`unstable bytes: ${toHex(again)}`);
    }
  }
  expect(accepted).toBeGreaterThan(RUNS / 10);
});

const SMALL = fromHex('00');

test.each([
  ['a list', Uint8Array.of(0x15, 0xfc, 0xff, 0xff, 0xff, 0xff)],
  ['a text', Uint8Array.of(0x12, 0xfd, 0, 0, 0, 1, 0, 0, 0, 0)],
  ['bytes', Uint8Array.of(0x0a, 0xfb, 0xff, 0xff, 1)],
  ['a length of 128 bits', Uint8Array.of(0x0a, 0xfe, ...new Uint8Array(16))],
])('an announced length of %s is rejected before allocation', (_what, bytes) => {
  const reader = new Reader(bytes);
  expect(() => value.decode(reader)).toThrow(DecodeError);
  expect(reader.steps).toBeLessThan(5);
});

test('the number of decoded bytes is limited', () => {
  const text = Uint8Array.from([0x12, 0xfb, 0x03, 0xe8, ...Array.from({ length: 1000 }, () => 0x61)]);
  expect(decode(value, text, { maxBytes: 1004 })).toMatchObject({ type: 'text' });
  expect(() => decode(value, text, { maxBytes: 1003 })).toThrow('at most 1003 bytes');
});

/** Lists in lists, the innermost with null. */
const nested = (depth: number): Uint8Array =>
  Uint8Array.from([...Array.from({ length: 2 * depth }, (_, at) => (at % 2 === 0 ? 0x15 : 1)), 0x14]);

test('the nesting of values is limited', () => {
  expect(decode(value, nested(MAX_DEPTH))).toMatchObject({ type: 'array' });
  expect(() => decode(value, nested(MAX_DEPTH + 1))).toThrow(DecodeError);
  expect(() => decode(value, nested(50_000))).toThrow(DecodeError);
});

test('an error has its reason, expected and found values and location', () => {
  const [transition] = TRANSITIONS;
  const bytes = fromHex(transition!.hex);
  expect(() => decode(stateTransition, bytes.subarray(0, 20))).toThrow(
    expect.objectContaining({
      name: 'DecodeError',
      reason: 'truncated',
      at: { offset: 10, path: 'publicKeys[0].data' },
    }),
  );
  expect(() => decode(stateTransition, SMALL)).toThrow(DecodeError);
});

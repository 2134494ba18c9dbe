import { beforeAll, describe, expect, it } from 'vitest';
import { completeContract, validateContract } from '../src/index.js';
import { contract, conventions, distributed, withToken } from '../src/rules/example.js';

interface Sdk {
  readonly default: () => Promise<unknown>;
  readonly DataContract: {
    fromJSON: (
      json: unknown,
      validate: boolean,
      protocolVersion: number,
    ) => { free: () => void; toJSON: (protocolVersion: number) => { readonly config: object } };
  };
}

let sdk: Sdk;
beforeAll(async () => {
  const name = '@dashevo/wasm-sdk';
  sdk = await import(name);
  await sdk.default();
});

function isDecoded(input: unknown): boolean {
  try {
    sdk.DataContract.fromJSON(structuredClone(input), false, 13).free();
    return true;
  } catch {
    return false;
  }
}

const BYTES = Array.from({ length: 32 }, () => 7);
const TIMES = ['createdAt', 'updatedAt', 'createdAtBlockHeight', 'updatedAtBlockHeight', 'createdAtEpoch'];
const VALUES = [null, 0, 65_535, 65_536, 2 ** 53 - 1, -1, 1.5, '5', 'yesterday', [], true];
const names = (tag: unknown) => ({
  en: { $formatVersion: tag, shouldCapitalize: true, singularForm: 'credit', pluralForm: 'credits' },
});

describe('a whole contract is decoded as by the official SDK 4.1.0', () => {
  it.each(TIMES.flatMap((name) => VALUES.map((value) => [name, value] as const)))('%s %j', (name, value) => {
    const input = contract({ [name]: value });
    expect(validateContract(input).accepted).toBe(isDecoded(input));
  });

  it.each<readonly [string, unknown]>([
    ['an id as bytes', contract({ id: BYTES })],
    ['an owner as bytes', contract({ ownerId: BYTES })],
    ['the number of the tag of a token', withToken({ $formatVersion: 0 })],
    ['the number of an inner tag', withToken({ conventions: conventions({ $formatVersion: 0 }) })],
    ['another number', withToken({ conventions: conventions({ $formatVersion: 1 }) })],
    ['the number of the tag of names', withToken({ conventions: conventions({ localizations: names(0) }) })],
    ['true as tag', withToken({ conventions: conventions({ localizations: names(true) }) })],
    ['the number of the tag of history', withToken({ keepsHistory: { $formatVersion: 0 } })],
    [
      'the name of a distribution',
      distributed({
        $type: 'epochBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 5 },
      }),
    ],
  ])('%s', (_, input) => {
    expect(validateContract(input).accepted).toBe(isDecoded(input));
  });
});

it.each([
  [8, '0'],
  [9, '0'],
  [9, '1'],
  [13, '0'],
  [13, '1'],
])(
  'at protocol %s, a contract of format "%s" without config gets the official default',
  (version, format) => {
    const input = { ...contract(), $formatVersion: format };
    const official = sdk.DataContract.fromJSON(structuredClone(input), true, version).toJSON(version).config;
    expect(completeContract(JSON.stringify(input))['config']).toMatchObject(official);
  },
);

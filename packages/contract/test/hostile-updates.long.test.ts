import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareContracts } from '../src/index.js';
import { official, next } from './update-samples.js';

const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');
const properties = (count: number, limit: number) =>
  `{"t":{"type":"object","additionalProperties":false,"properties":{${many(count, (at) => `"p${at}":{"type":"string","maxLength":${limit},"position":${at}}`)}}}}`;
const values = (count: number, from: number) =>
  `{"t":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","enum":[${many(count, (at) => `"v${at + from}"`)}],"position":0}}}}`;
const types = (count: number) => `{${many(count, (at) => `"t${at}":{}`)}}`;
const deep = (key: string) => `{"t":${`{"${key}":`.repeat(1000)}1${'}'.repeat(1000)}}`;

describe('compareContracts on hostile input', () => {
  it.each([
    ['many properties', properties(15_000, 10), properties(15_000, 9)],
    ['many properties removed', properties(15_000, 10), properties(1, 10)],
    ['many values', values(60_000, 0), values(60_000, 1)],
    ['many types removed', types(40_000), types(1)],
    ['deep schemas', deep('properties'), deep('const')],
    ['a deep registered one', deep('properties'), '{"t":{}}'],
  ])('checks %s in time', { timeout: 300_000 }, (_, before, after) => {
    expect(compareContracts(before, after).accepted).toBe(false);
  });

  it('gives a verdict without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (before, after) => {
        expect(compareContracts(before, after).diagnostics).toBeInstanceOf(Array);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        compareContracts({ t: value }, { t: {} });
        compareContracts(official({ tokens: value, groups: value }), next({ tokens: {}, groups: value }));
      }),
    );
  });
});

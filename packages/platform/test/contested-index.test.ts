import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { contestedIndex, pollAbout, pollFor } from '../src/state/contest/contested-index.js';
import { pollId } from '../src/state/contest/poll-id.js';
import { pollJson } from '../src/state/contest/poll-json.js';
import { QUANTUM } from './contest-play.js';
import { SCHEMAS, typeOf } from '../../proof/test/sample-contract.js';

const DPNS = base58.decode(QUANTUM.contractId);
const text = { type: 'string', maxLength: 63 };
const domainOf = (contested: object) =>
  typeOf(
    { normalizedParentDomainName: text, normalizedLabel: text, level: SCHEMAS.u64 },
    {
      documentsMutable: false,
      required: ['normalizedLabel'],
      indices: [
        {
          name: 'parentNameAndLabel',
          properties: [
            { normalizedParentDomainName: 'asc' },
            { normalizedLabel: 'asc' },
            { level: 'asc' },
          ].slice(0, 'level' in contested ? 3 : 2),
          unique: true,
          ...('none' in contested ? {} : { contested: { resolution: 0 } }),
        },
      ],
    },
  );
const DOMAIN = domainOf({});
const INDEX = { ...contestedIndex(DPNS, DOMAIN, 'parentNameAndLabel'), documentType: 'domain' };

describe('a contested index', () => {
  it('describes its properties and their types', () => {
    expect(INDEX).toMatchObject({
      indexName: 'parentNameAndLabel',
      resolution: 0,
      properties: [
        { name: 'normalizedParentDomainName', type: 'string' },
        { name: 'normalizedLabel', type: 'string' },
      ],
    });
  });

  it('is rejected when the type has none or another one', () => {
    expect(() => contestedIndex(DPNS, DOMAIN, 'other')).toThrow(
      expect.objectContaining({ name: 'InvalidArgument' }),
    );
    expect(() => contestedIndex(DPNS, domainOf({ none: true }), 'parentNameAndLabel')).toThrow(
      expect.objectContaining({ name: 'InvalidArgument', at: '/documentTypeName' }),
    );
  });
});

describe('a poll', () => {
  it('about values has the published id', () => {
    const poll = pollAbout(INDEX, ['dash', 'quantum']);
    expect(pollJson(poll)).toEqual(QUANTUM);
    expect(base58.encode(pollId(poll))).toBe('8cLBdc35uovu4yHKuMKy4JWYhRFVUPSnnm8KTJJaaJw4');
  });

  it('for a document contains its values, including missing ones', () => {
    const document = { id: DPNS, ownerId: DPNS, times: {}, data: { normalizedLabel: 'quantum' } };
    expect(pollFor(INDEX, document).indexValues).toEqual([
      { type: 'null' },
      { type: 'string', value: 'quantum' },
    ]);
    expect(pollFor(INDEX, document)).toEqual(pollAbout(INDEX, [null, 'quantum']));
  });

  it('encodes the width of the property in its id', () => {
    const index = contestedIndex(DPNS, domainOf({ level: true }), 'parentNameAndLabel');
    const ids = [7, 7n, '7'].map((level) => base58.encode(pollId(pollAbout(index, ['dash', 'a', level]))));
    expect(new Set(ids).size).toBe(1);
    expect(pollJson(pollAbout(index, ['dash', 'a', 2n ** 60n])).indexValues).toEqual([
      'dash',
      'a',
      String(2n ** 60n),
    ]);
  });

  it.each<[unknown]>([
    [['dash']],
    [['dash', 'a', 'b']],
    [['dash', 5]],
    ['dash'],
    [undefined],
    [['dash', { a: 1 }]],
  ])('is rejected about %j', (values) => {
    expect(() => pollAbout(INDEX, values)).toThrow(expect.objectContaining({ name: 'InvalidArgument' }));
  });
});

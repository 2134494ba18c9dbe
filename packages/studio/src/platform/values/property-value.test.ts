import { describeContract } from '@dapikit/contract';
import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { parseData, formatData } from './property-value.js';

const NOTE = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 63, position: 0 },
    count: { type: 'integer', minimum: 0, maximum: 255, position: 1 },
    wide: { type: 'integer', position: 2 },
    seal: { type: 'array', byteArray: true, minItems: 2, maxItems: 4, position: 3 },
    place: {
      type: 'object',
      position: 4,
      properties: {
        zip: { type: 'string', maxLength: 9, position: 0 },
        isHome: { type: 'boolean', position: 1 },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
const ID = '4FTNtwYk7SN3Nx5BdX5Vohus5qAVa2vvn9pS4RHd43Lk';
const described = describeContract({ note: NOTE });
const properties = described.ok ? described.description.documentTypes[0]!.properties : [];

describe('parseData', () => {
  it.each([
    ['text and numbers', { text: '12', count: '12' }, { text: '12', count: 12 }],
    ['empty fields as missing', { text: '', count: '' }, {}],
    ['64-bit integers, to the letter', { wide: '9007199254740993' }, { wide: '9007199254740993' }],
    ['bytes in hexadecimal', { seal: '01ff' }, { seal: 'Af8=' }],
    ['bytes in Base64', { seal: 'Af8=' }, { seal: 'Af8=' }],
    ['bytes of an identifier', { seal: ID }, { seal: base64.encode(base58.decode(ID)) }],
    ['inside objects', { 'place.zip': '1', 'place.isHome': 'false' }, { place: { zip: '1', isHome: false } }],
    ['an invalid value unchanged', { count: 'many' }, { count: 'many' }],
  ])('reads %s', (_, written, data) => {
    expect(parseData(properties, written)).toEqual(data);
  });

  it('formatData writes data as it would be typed', () => {
    const written = { text: 'a', count: '3', seal: '01ff', 'place.zip': '1', 'place.isHome': 'true' };
    expect(formatData(properties, parseData(properties, written))).toEqual(written);
  });
});

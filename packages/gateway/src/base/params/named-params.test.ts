import { expect, it } from 'vitest';
import { readValues } from './named-params.js';
import { optional, text, wholeNumber } from './param.js';

const TABLE = {
  id: text(''),
  limit: optional(wholeNumber('', 1, 100)),
  name: text(''),
  size: wholeNumber('', 0, 9),
};

const errorOf = (given: Parameters<typeof readValues>[1]): object => {
  try {
    return readValues(TABLE, given);
  } catch (error) {
    return Object(error);
  }
};

it('names all wrong params: the first in the message, the others in the data', () => {
  expect(errorOf({ id: 5, limit: 0, nmae: 'a', size: 3 })).toMatchObject({
    message: "params has no property 'nmae'",
    data: {
      reason: 'invalid-params',
      fix: expect.stringContaining('name'),
      also: [
        { message: 'params/id must be a string', at: '/params/id' },
        { message: 'params/limit must be a whole number from 1 to 100', at: '/params/limit' },
        { message: "params must have required property 'name'", at: '/params' },
      ],
    },
  });
});

it('names one wrong param without others, and five of many', () => {
  expect(errorOf({ id: 'a', name: 'b', size: 10 })).not.toHaveProperty('data.also');
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x${at}`, 1]));
  expect(errorOf(many)).toHaveProperty('data.also.length', 4);
});

import { createPlatform } from '@dapikit/platform';
import { expect, it } from 'vitest';
import { readHints } from './document-hints.js';

it('readHints says what the official SDK rejects in an accepted document', async () => {
  const platform = await createPlatform();
  const { id: by } = await platform.createIdentity();
  const { contractId } = await platform.registerContract({
    by,
    contract: {
      note: {
        type: 'object',
        properties: { big: { type: 'integer', position: 0 } },
        additionalProperties: false,
      },
    },
  });
  const note = { by, contractId, documentType: 'note' };
  const result = await platform.createDocument({ ...note, data: { big: '9007199254740993' } });
  expect(readHints(result)).toEqual([
    'big: text is read as the integer 9007199254740993: the network and the official SDK take no text here. Pass the bigint 9007199254740993n to the SDK: a JSON number above 2^53 is inexact.',
  ]);
  expect(readHints(await platform.createDocument({ ...note, data: { big: 5 } }))).toEqual([]);
  await platform.close();
});

import { createPlatform } from '@dapikit/platform';
import { expect, it } from 'vitest';
import { DPNS_ID } from './dpns-id.js';
import { nameDocuments, newSalt, unmistakable } from './dpns-name.js';

it.each([
  ['Bookworm', 'b00kw0rm'],
  ['LIL', '111'],
  ['abc-1', 'abc-1'],
])('writes %s in letters that cannot be mistaken: %s', (label, written) => {
  expect(unmistakable(label)).toBe(written);
});

it('writes documents that the platform takes', async () => {
  const platform = await createPlatform();
  try {
    const { id } = await platform.createIdentity();
    const { preorder, domain } = nameDocuments('Library-of-many-good-old-Books', id, newSalt());
    const of = { by: id, contractId: DPNS_ID };
    await platform.createDocument({ ...of, documentType: 'preorder', data: { ...preorder } });
    await platform.createDocument({ ...of, documentType: 'domain', data: { ...domain } });
    const names = await platform.getDocuments({ contractId: DPNS_ID, documentType: 'domain' });
    expect(names.map((name) => name['label'])).toContain('Library-of-many-good-old-Books');
  } finally {
    await platform.close();
  }
});

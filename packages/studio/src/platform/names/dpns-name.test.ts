import { createPlatform } from '@dapikit/platform';
import { expect, it } from 'vitest';
import { DPNS_ID } from '../state/dpns-id.js';
import { findLabelError, createNameDocuments, createSalt, normalizeLabel } from './dpns-name.js';

it.each([
  ['Bookworm', 'b00kw0rm'],
  ['LIL', '111'],
  ['abc-1', 'abc-1'],
])('normalizeLabel converts %s to %s', (label, written) => {
  expect(normalizeLabel(label)).toBe(written);
});

it.each([
  ['ab', '3 to 63'],
  ['a'.repeat(64), '3 to 63'],
  ['Bad Name!', 'letters from a to z'],
  ['ünder', 'letters from a to z'],
  ['-abc', 'starts and ends'],
  ['abc-', 'starts and ends'],
])('findLabelError rejects %s', (label, reason) => {
  expect(findLabelError(label)).toContain(reason);
});

it.each(['abc', 'A-1', 'a'.repeat(63)])('findLabelError accepts %s', (label) => {
  expect(findLabelError(label)).toBeUndefined();
});

it('createNameDocuments creates documents that the platform accepts', async () => {
  const platform = await createPlatform();
  try {
    const { id } = await platform.createIdentity();
    const { preorder, domain } = createNameDocuments('Library-of-many-good-old-Books', id, createSalt());
    const of = { by: id, contractId: DPNS_ID };
    await platform.createDocument({ ...of, documentType: 'preorder', data: { ...preorder } });
    await platform.createDocument({ ...of, documentType: 'domain', data: { ...domain } });
    const names = await platform.getDocuments({ contractId: DPNS_ID, documentType: 'domain' });
    expect(names.map((name) => name['label'])).toContain('Library-of-many-good-old-Books');
  } finally {
    await platform.close();
  }
});

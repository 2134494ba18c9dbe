import { expect, it } from 'vitest';
import { readDriveUrls, readPeerUrls } from './server-urls.js';

it('readDriveUrls reads URLs with spaces between them, each with its path', () => {
  expect(readDriveUrls(' http://a:1  https://b/drive ')).toEqual(['http://a:1', 'https://b/drive']);
});

it('readPeerUrls reads the origins of URLs', () => {
  expect(readPeerUrls('https://192.0.2.1/ http://a:80')).toEqual(['https://192.0.2.1', 'http://a']);
});

it.each([
  ['', { found: 'nothing' }],
  ['http://a ftp://b', { found: '"ftp://b"' }],
  [
    'http://a:1,http://b:2',
    { message: 'expected spaces between URLs, found commas: "http://a:1", "http://b:2"' },
  ],
  [
    'http://u:p@a,http://b',
    { message: 'expected spaces between URLs, found commas: "http://***:***@a", "http://b"' },
  ],
  [
    'http://u@a/x?y',
    { message: '"http://***:***@a/x" has a user or a password, which is never sent: leave it out' },
  ],
  ['http://a/?token=secret', { message: '"http://a/" has a query, which is never sent: leave it out' }],
  ['http://a/#b', { message: '"http://a/" has a fragment, which is never sent: leave it out' }],
])('readDriveUrls and readPeerUrls reject %j with what is wrong', (text, details) => {
  expect(readDriveUrls(text)).toMatchObject({ details });
  expect(readPeerUrls(text)).toMatchObject({ details });
});

it('readPeerUrls rejects a path', () => {
  expect(readPeerUrls('https://a/b')).toMatchObject({
    details: { message: '"https://a/b" has a path, which is never sent: leave it out' },
  });
});

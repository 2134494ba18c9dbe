import { expect, it } from 'vitest';
import { shownUrl } from './shown-url.js';

it.each([
  ['127.0.0.1:9998', '"127.0.0.1:9998"'],
  ['ftp://node.example/path', '"ftp://node.example/path"'],
  ['[::1]:9998', '"[::1]:9998"'],
  ['foo', '"foo"'],
  ['', '""'],
  ['ftp://u:secret@x', '"ftp://***:***@x"'],
  ['u:secret@x:1', '"***:***@x:1"'],
  ['http://u:se@cret@x', '"http://***:***@x"'],
  ['http://u:se/cr et@x', '"http://***:***@x"'],
  // Without an @ that says where the credentials end.
  ['http://u:secret', 'something else'],
  ['http://u:secret@', 'something else'],
  ['http://u:x@secret?', 'something else'],
])('shownUrl of %j is %s', (text, shown) => {
  expect(shownUrl(text)).toBe(shown);
});

import { describe, expect, it } from 'vitest';
import { ReferencePathError, resolveReference, type ReferencePath } from './reference-path.js';

const key = (text: string): Uint8Array => new TextEncoder().encode(text);
const keys = (text: string): Uint8Array[] => text.split('/').map(key);
const textOf = (path: readonly Uint8Array[]): string =>
  path.map((part) => new TextDecoder().decode(part)).join('/');

describe('reference paths', () => {
  it.each<readonly [string, ReferencePath, string]>([
    ['absolute', { type: 'absolute', path: keys('x/y') }, 'x/y'],
    ['first keys, then own', { type: 'upstreamRootHeight', height: 2, path: keys('x/y') }, 'a/b/x/y'],
    ['own before the parent', { type: 'upstreamRootHeightWithParent', height: 1, path: keys('x') }, 'a/x/c'],
    ['without the last keys', { type: 'upstreamElementHeight', height: 1, path: keys('x') }, 'a/b/x'],
    ['cousin', { type: 'cousin', key: key('x') }, 'a/b/x/k'],
    ['removed cousin', { type: 'removedCousin', path: keys('x/y') }, 'a/b/x/y/k'],
    ['sibling', { type: 'sibling', key: key('x') }, 'a/b/c/x'],
  ])('follows a reference: %s', (_, reference, expected) => {
    expect(textOf(resolveReference(reference, keys('a/b/c'), key('k')))).toBe(expected);
  });

  it.each<readonly [string, ReferencePath]>([
    ['more keys than there are', { type: 'upstreamRootHeight', height: 4, path: keys('x') }],
    ['a negative number of keys', { type: 'upstreamElementHeight', height: 4, path: keys('x') }],
    ['nothing', { type: 'absolute', path: [] }],
  ])('rejects a reference to %s', (_, reference) => {
    expect(() => resolveReference(reference, keys('a/b/c'), key('k'))).toThrow(ReferencePathError);
  });

  it('rejects relative references in the topmost layer', () => {
    for (const reference of [
      { type: 'cousin', key: key('x') },
      { type: 'removedCousin', path: keys('x') },
      { type: 'upstreamRootHeightWithParent', height: 0, path: keys('x') },
    ] as const)
      expect(() => resolveReference(reference, [], key('k'))).toThrow(ReferencePathError);
  });
});

import { describe, expect, it } from 'vitest';
import { parseNodeUrl } from './node-url.js';

describe('parseNodeUrl', () => {
  it.each([
    ['http://127.0.0.1:9998', 'http://127.0.0.1:9998', '127.0.0.1', '/'],
    ['http://localhost', 'http://localhost', 'localhost', '/'],
    ['https://Node.example/rpc', 'https://node.example', 'node.example', '/rpc'],
    ['http://[::1]:19998/', 'http://[::1]:19998', '::1', '/'],
  ])('reads %s', (text, origin, host, path) => {
    expect(parseNodeUrl(text)).toEqual({ origin, host, path, credentials: undefined });
  });

  it('separates the credentials', () => {
    const url = parseNodeUrl('http://us%3Aer:p%40ss@127.0.0.1:9998');
    expect(url.credentials).toEqual({ user: 'us:er', password: 'p@ss' });
    expect(url.origin).toBe('http://127.0.0.1:9998');
  });

  it.each([
    '',
    'secret',
    'secret@host:1',
    'http://u:secret@',
    'ftp://u:secret@h',
    'http://h/?secret',
    'http://h/#secret',
    'http://secret%@h',
  ])('rejects %j without quoting it', (text) => {
    expect(() => parseNodeUrl(text)).toThrow(RangeError);
    expect(() => parseNodeUrl(text)).toThrow(/^(?!.*secret)/s);
  });
});

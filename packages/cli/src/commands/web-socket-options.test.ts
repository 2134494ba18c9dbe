import { expect, it } from 'vitest';
import { UsageError } from '../option.js';
import { webSocketOptions } from './web-socket-options.js';

const { webSocketOrigins } = webSocketOptions;

it.each([
  ['any', 'any'],
  ['https://example.org', ['https://example.org']],
  ['https://example.org, http://localhost:8080', ['https://example.org', 'http://localhost:8080']],
])('the origins %j are %j', (text, origins) => {
  expect(webSocketOrigins.read(text, '--ws-origins')).toEqual(origins);
});

it.each([
  '',
  'example.org',
  'https://example.org/',
  'https://example.org,',
  '*',
  'null',
  'https://EXAMPLE.org',
])('%j are no origins', (text) => {
  expect(() => webSocketOrigins.read(text, '--ws-origins')).toThrow(UsageError);
});

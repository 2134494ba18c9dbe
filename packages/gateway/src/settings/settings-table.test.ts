import { expect, it } from 'vitest';
import { readSetting, SettingError } from './setting.js';
import { gatewaySettings } from './settings-table.js';

const { webSocketOrigins } = gatewaySettings;

it.each([
  ['any', 'any'],
  ['https://example.org', ['https://example.org']],
  ['https://example.org, http://localhost:8080', ['https://example.org', 'http://localhost:8080']],
])('webSocketOrigins reads %j as %j', (text, origins) => {
  expect(readSetting(webSocketOrigins, text, '--ws-origins')).toEqual(origins);
});

it.each([
  '',
  'example.org',
  'https://example.org/',
  'https://example.org,',
  '*',
  'null',
  'https://EXAMPLE.org',
])('webSocketOrigins rejects %j', (text) => {
  expect(() => readSetting(webSocketOrigins, text, '--ws-origins')).toThrow(SettingError);
});

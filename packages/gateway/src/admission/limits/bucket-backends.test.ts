import { describe, expect, it } from 'vitest';
import { gatewaySettings } from '../../settings/settings-table.js';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import { readSetting } from '../../settings/setting.js';
import { BACKEND_SETTINGS, BUCKET_BACKENDS, chosenBackend } from './bucket-backends.js';
import { hasSameLimits, type LimitSettings } from './limit-settings.js';

const URLS: Record<keyof typeof BUCKET_BACKENDS, string> = {
  rateLimitRedis: 'redis://user:secret@127.0.0.1',
};

describe.each(BACKEND_SETTINGS)('the backend of %s', (name) => {
  const [backend, url] = [BUCKET_BACKENDS[name], URLS[name]];

  it('is chosen by its URL', () => {
    expect(chosenBackend({ ...DEFAULT_SETTINGS, [name]: url })).toEqual({ backend, url });
    expect(chosenBackend(DEFAULT_SETTINGS)).toBeUndefined();
  });

  it('has a setting that accepts its URLs, rejects others, and hides credentials', () => {
    const setting = gatewaySettings[name];
    expect(setting.flag).toBe(backend.flag);
    expect(readSetting(setting, url, 'x')).toBe(url);
    expect(() => readSetting(setting, 'http://127.0.0.1', 'x')).toThrow(`expected ${backend.expected}`);
    expect(String(setting.show?.(url))).not.toContain('secret');
  });

  it('opens other limits when its URL changes at a reload', () => {
    expect(hasSameLimits(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, [name]: url })).toBe(false);
  });

  it('opens no store at the URL of something else', async () => {
    await expect(backend.open('http://127.0.0.1')).rejects.toThrow(RangeError);
  });
});

it('limits stay open at a reload where no setting of clients changed', () => {
  const settings: LimitSettings = { ...DEFAULT_SETTINGS };
  expect(hasSameLimits(settings, { ...settings, maxConnectionsPerAddress: 7 })).toBe(true);
  expect(hasSameLimits(settings, { ...settings, isApiKeyRequired: true })).toBe(false);
  expect(hasSameLimits(settings, { ...settings, trustedProxies: ['10.0.0.1'] })).toBe(false);
});

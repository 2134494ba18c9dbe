import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith, VALID } from './run-dapikit.js';

describe('an unreadable or unwritable file', () => {
  it.each<[string[], string]>([
    [['check', 'gone.json'], ''],
    [['fees', 'gone.json'], 'gone.json: no such file or folder'],
    [['types', 'a.json/b.json'], 'a.json/b.json: a part of the path is not a folder'],
    [['diff', 'a.json', 'gone.json'], 'gone.json: no such file or folder'],
    [['init', 'a.json/b'], 'a.json/b.json: a part of the path is not a folder'],
    [['init', 'gone/b'], 'gone/b.json: there is no folder gone'],
    [['fmt', 'gone.json'], 'gone.json: no such file or folder'],
    [['chain', 'export', '--dump', '.'], '.: it is a folder, not a file'],
    [['chain', 'export', '--dump', 'a.json/b'], 'a.json/b: a part of the path is not a folder'],
    [['platform', 'export', 'gone/x', '--data', 'state'], 'gone/x: no such file or folder'],
    [['platform', 'export', 'a.json/x', '--data', 'state'], 'a.json/x: a part of the path is not a folder'],
    [['platform', 'import', 'gone', '--data', 'state'], 'gone: no such file or folder'],
    [['platform', 'import', '.', '--data', 'state'], '.: it is a folder, not a file'],
    [['platform', 'register', 'gone.json', '--data', 'state'], 'gone.json: no such file or folder'],
    [
      ['platform', 'status', '--data', '.'],
      '.: it is a folder: name a file with --data, which is made where it is missing',
    ],
    [['platform', 'status', '--data', 'gone/x'], 'gone: no such file or folder'],
    [['platform', 'status', '--data', 'a.json/b/x'], 'a.json/b: a part of the path is not a folder'],
    [['serve', '--config', 'gone'], 'gone cannot be read: no such file or folder'],
    [['serve', '--config', '.'], '. cannot be read: it is a folder, not a file'],
    [
      ['dev', '--tls-cert', 'gone', '--tls-key', 'gone'],
      'tls-cert: gone cannot be read: no such file or folder',
    ],
    [['dev', '--load', 'a.json/b'], 'a.json/b: a part of the path is not a folder'],
    [['dev', '--state', 'a.json/b'], 'a.json/b: a part of the path is not a folder'],
    [
      ['dev', '--port', '0', '--node-rpc', '0', '--state-dir', 'a.json/b'],
      'a.json/b: a part of the path is not a folder',
    ],
  ])('is reported in one line by %j', async (args, message) => {
    const run = await callDapikit(args, { cwd: folderWith({ 'a.json': VALID }) });
    expect(run.code).toBe(2);
    expect(run.stderr).toBe(message === '' ? '' : `dapikit ${args[0]}: ${message}\n`);
  });

  it.runIf(process.platform === 'linux')('does not keep a check from the other files', async () => {
    // Reading the memory of a process from its start fails with EIO.
    const cwd = folderWith({ 'a.json': VALID });
    symlinkSync('/proc/self/mem', join(cwd, 'b.json'));
    const run = await callDapikit(['check', 'a.json', 'b.json'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('error: b.json: the device failed to read or write');
    expect(run.stderr).toBe('');
  });

  it.runIf(process.platform === 'linux')('is rejected by decode where it has no end', async () => {
    const run = await callDapikit(['decode', '/dev/zero'], { cwd: folderWith({}) });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('dapikit decode: the input is too long: at most 8388608 bytes');
  });
});

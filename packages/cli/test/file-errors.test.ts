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
});

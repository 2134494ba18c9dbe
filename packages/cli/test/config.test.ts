import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderWith, runDapikit } from './run-dapikit.js';

const FINE = 'port: 443\nnodes:\n  - url: http://user:secret@10.0.0.1:9998\n';

describe('dapikit config check', () => {
  it('finds nothing in the file of deploy/', () => {
    const file = new URL('../../../deploy/dapikit.yaml', import.meta.url).pathname;
    expect(runDapikit(['config', 'check', file])).toMatchObject({ code: 0, stdout: `${file}: fine\n` });
  });

  it('tells what the settings name and this machine lacks, which is no mistake', () => {
    const cwd = folderWith({
      'cert.pem': 'no certificate',
      'key.pem': 'no key',
      'dapikit.yaml': [
        'tls-cert: cert.pem',
        'tls-key: key.pem',
        'nodes:',
        '  - { name: first, url: http://a, user-env: FIRST_USER, password-env: FIRST_PASSWORD }',
        '  - { name: second, url: http://b, credentials-file: nowhere/.cookie }',
        '  - { name: third, url: https://c, ca: cert.pem }',
      ].join('\n'),
    });
    const { code, stdout, stderr } = runDapikit(['config', 'check', 'dapikit.yaml'], {
      cwd,
      env: { FIRST_USER: 'dapi' },
    });
    expect([code, stdout]).toEqual([0, 'dapikit.yaml: fine\n']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^warning: missing here: tls-cert, tls-key: cert\.pem/),
      'warning: missing here: node first: not in the environment: FIRST_PASSWORD',
      expect.stringMatching(
        /^warning: missing here: node second: credentials-file: ENOENT.*nowhere\/\.cookie/,
      ),
    ]);
  });

  it.each([
    ['an unreadable file', undefined, 'nowhere.yaml cannot be read'],
    ['a file that is no YAML', 'nodes: [1\nport: 2\n', 'Flow sequence'],
    ['a setting that is there twice', 'port: 1\nport: 2\nnodes: [{ url: http://a }]\n', 'unique'],
    ['a file that is no map', '- 1\n', 'expected a map of settings'],
  ])('of %s says no more than that', (_, text, message) => {
    const cwd = folderWith(text === undefined ? {} : { 'nowhere.yaml': text });
    const { code, stderr } = runDapikit(['config', 'check', 'nowhere.yaml'], { cwd });
    expect(code).toBe(text === undefined ? 2 : 1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('at least one node');
  });

  it('tells all mistakes of file, environment and flags, with their lines', () => {
    const cwd = folderWith({ 'dapikit.yaml': 'prot: 1\nnodes:\n  - url: ftp://u:secret@x\n' });
    const { code, stdout, stderr } = runDapikit(['config', 'check', 'dapikit.yaml', '--max-depth', '0'], {
      cwd,
      env: { DAPIKIT_WORKERS: 'many' },
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'error: there is no setting "prot"; did you mean port or platform-protocol?',
        ' --> dapikit.yaml:1:1',
        '  |',
        '1 | prot: 1',
        '  | ^^^^',
        '',
        'error: nodes/0: url: expected one such as http://127.0.0.1:9998, found something else',
        ' --> dapikit.yaml:3:10',
        '  |',
        '3 |   - url: ftp://********@x',
        '  |          ^^^^^^^^^^^^^^^^',
        '',
        'error: DAPIKIT_WORKERS: expected a whole number from 1 to 1024, found "many"',
        '',
        'error: --max-depth: expected a whole number from 2 to 10000, found "0"',
        '',
      ].join('\n'),
    });
  });

  it.each([
    [['config'], 2, 'expected one of check, print, schema, found nothing'],
    [['config', 'chekc'], 2, 'did you mean check?'],
    [['config', 'check', 'nowhere.yaml'], 2, 'nowhere.yaml cannot be read'],
    [['config', 'check'], 1, 'nodes: expected at least one node, found none'],
    [['config', 'check', '--nodes', 'http://a', '--redis', 'localhost'], 1, '--redis: expected redis://'],
    [
      ['config', 'check', '--nodes', 'http://a', '--trusted-proxies', '10.0.0.0/33'],
      1,
      '--trusted-proxies: expected an address or a network such as 10.0.0.0/8, found "10.0.0.0/33"',
    ],
    [['serve', '--nodes', 'http://a http://a'], 1, '--nodes: two nodes are called "a"'],
    [['serve', '--nodes', 'http://a?colour=red'], 1, '--nodes: node 1: there is no member "colour"'],
    [['serve', '--nodes', 'http://a', '--tls-cert', 'x'], 1, 'tls-cert and tls-key go together'],
    [['serve', '--config', 'nowhere.yaml'], 2, 'nowhere.yaml cannot be read'],
  ] as const)('%j ends with %i and says %s', (args, code, text) => {
    const run = runDapikit(args);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(text);
    expect(run.stderr).not.toContain('    at ');
  });
});

describe('dapikit config print', () => {
  it('tells each setting, where it comes from, and no secret', () => {
    const cwd = folderWith({ 'dapikit.yaml': FINE });
    const env = { DAPIKIT_CONFIG: 'dapikit.yaml', DAPIKIT_MAX_DEPTH: '9', DAPIKIT_PORT: '1' };
    const { code, stdout } = runDapikit(['config', 'print', '--port', '2'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^port: 2 {2,60}# --port$/m);
    expect(stdout).toMatch(/^max-depth: 9 +# DAPIKIT_MAX_DEPTH$/m);
    expect(stdout).toMatch(
      /^nodes: \[\{"name":"10\.0\.0\.1:9998","url":"http:\/\/\*\*\*:\*\*\*@10.* # dapikit.yaml:2$/m,
    );
    expect(stdout).toMatch(/^max-batch-calls: 100 +# default$/m);
    expect(stdout).not.toContain('secret');
  });

  it('tells no password that stands in an address', () => {
    const env = {
      DAPIKIT_NODES: 'http://u:secret@127.0.0.1:1',
      DAPIKIT_REDIS: 'redis://:secret@cache:6379/1',
      DAPIKIT_DRIVE_URL: 'http://u:secret%40@drive:1',
    };
    const { code, stdout } = runDapikit(['config', 'print', '--tenderdash-url', 'http://tenderdash:1'], {
      env,
    });
    expect(code).toBe(0);
    expect(stdout).not.toContain('secret');
    expect(stdout).toMatch(/^redis: "redis:\/\/\*\*\*:\*\*\*@cache:6379\/1" /m);
    expect(stdout).toMatch(/^drive-url: "http:\/\/\*\*\*:\*\*\*@drive:1" /m);
    expect(stdout).toMatch(/^tenderdash-url: "http:\/\/tenderdash:1" /m);
    const wrong = runDapikit(['serve', '--nodes', 'http://a', '--drive-url', 'ftp://u:secret@drive']);
    expect(wrong.stderr).toContain('found "ftp://***:***@drive"');
  });
});

it('dapikit config schema is the one in docs/', () => {
  const page = readFileSync(new URL('../../../docs/schema/dapikit.schema.json', import.meta.url), 'utf8');
  expect(runDapikit(['config', 'schema']).stdout).toBe(page);
});

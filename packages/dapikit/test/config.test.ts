import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../src/command-table.js';
import { describeUnknownVariables } from '../src/settings/unknown-variables.js';
import { callDapikit, folderWith } from './run-dapikit.js';

const FINE = 'port: 443\nnodes:\n  - url: http://user:secret@10.0.0.1:9998\n';

describe('dapikit config check', () => {
  it('accepts deploy/dapikit.yaml except for its missing certificate', async () => {
    const example = new URL('../../../deploy/dapikit.yaml', import.meta.url).pathname;
    const withCertificate = await callDapikit(['config', 'check', example]);
    expect([withCertificate.code, withCertificate.stdout]).toEqual([1, '']);
    expect(withCertificate.stderr.match(/^error: .*$/gm)).toEqual([
      'error: tls-cert: cannot read /etc/dapikit/fullchain.pem: no such file or folder',
      'error: tls-key: cannot read /etc/dapikit/privkey.pem: no such file or folder',
    ]);
    const without = readFileSync(example, 'utf8').replace(/^tls-.*\n/gm, '');
    const cwd = folderWith({ 'dapikit.yaml': without });
    expect(await callDapikit(['config', 'check', 'dapikit.yaml'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'dapikit.yaml: valid\n',
    });
  });

  it('rejects missing certificate files and warns of missing credentials', async () => {
    const cwd = folderWith({
      'cert.pem': 'no certificate',
      'key.pem': 'no key',
      'dapikit.yaml': [
        'tls-cert: nowhere.pem',
        'tls-key: key.pem',
        'max-depth: 0',
        'nodes:',
        '  - { name: first, url: http://a, user-env: FIRST_USER, password-env: FIRST_PASSWORD }',
        '  - { name: second, url: http://b, credentials-file: nowhere/.cookie }',
        '  - { name: third, url: https://c, ca: nowhere/ca.pem }',
        '  - { name: fourth, url: "https://user:secret@d", ca: cert.pem }',
      ].join('\n'),
    });
    const run = async (...args: string[]) =>
      callDapikit(['config', 'check', 'dapikit.yaml', ...args], { cwd, env: { FIRST_USER: 'dapi' } });
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^(?:error|warning): .*$/gm)).toEqual([
      'error: max-depth: expected a whole number from 2 to 10000, found "0"',
      'error: tls-cert: cannot read nowhere.pem: no such file or folder',
      'error: node third: ca: cannot read nowhere/ca.pem: no such file or folder',
      'warning: missing here: node first: not in the environment: FIRST_PASSWORD',
      'warning: missing here: node second: credentials-file: cannot read nowhere/.cookie: no such file or folder',
      'warning: node fourth: the password is in the url: use credentials-file, or user-env and password-env',
    ]);
    expect(stderr).toContain('--> dapikit.yaml:1:1');
    expect(stderr).not.toContain('secret');
    const pair = await run('--tls-cert', 'cert.pem', '--max-depth', '10');
    expect(pair.code).toBe(1);
    expect(pair.stderr).toContain('error: tls-cert, tls-key: cert.pem and key.pem cannot be used');
  });

  it('exits with 0 if only credentials are missing', async () => {
    const cwd = folderWith({ 'dapikit.yaml': 'nodes: [{ url: http://a, credentials-file: nowhere }]\n' });
    const { code, stdout, stderr } = await callDapikit(['config', 'check', 'dapikit.yaml'], { cwd });
    expect([code, stdout]).toEqual([0, 'dapikit.yaml: valid\n']);
    expect(stderr).toBe(
      'warning: missing here: node a: credentials-file: cannot read nowhere: no such file or folder\n',
    );
  });

  it.each([
    ['an unreadable file', undefined, 'nowhere.yaml cannot be read'],
    ['a file that is not YAML', 'nodes: [1\nport: 2\n', 'Flow sequence'],
    ['a duplicate setting', 'port: 1\nport: 2\nnodes: [{ url: http://a }]\n', 'unique'],
    ['a file that is not a map', '- 1\n', 'expected a map of settings'],
  ])('reports only the error of %s', async (_, text, message) => {
    const cwd = folderWith(text === undefined ? {} : { 'nowhere.yaml': text });
    const { code, stderr } = await callDapikit(['config', 'check', 'nowhere.yaml'], { cwd });
    expect(code).toBe(text === undefined ? 2 : 1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('at least one node');
  });

  it('lists all errors of file, environment and flags, with their lines', async () => {
    const cwd = folderWith({ 'dapikit.yaml': 'prot: 1\nnodes:\n  - url: ftp://u:secret@x\n' });
    const { code, stdout, stderr } = await callDapikit(
      ['config', 'check', 'dapikit.yaml', '--max-depth', '0'],
      {
        cwd,
        env: { DAPIKIT_WORKERS: 'many' },
      },
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'error: unknown setting "prot"; did you mean port or platform-protocol?',
        ' --> dapikit.yaml:1:1',
        '  |',
        '1 | prot: 1',
        '  | ^^^^',
        '',
        'error: nodes/0: url: expected one such as http://127.0.0.1:9998, found "ftp://***:***@x"',
        ' --> dapikit.yaml:3:10',
        '  |',
        '3 |   - url: ftp://********@x',
        '  |          ^^^^^^^^^^^^^^^^',
        '',
        'error: --max-depth: expected a whole number from 2 to 10000, found "0"',
        '',
        'error: DAPIKIT_WORKERS: expected a whole number from 1 to 1024, found "many"',
        '',
      ].join('\n'),
    });
  });

  it.each([
    [['config'], 2, 'no action: use one of check, print, schema'],
    [['config', 'chekc'], 2, 'did you mean check?'],
    [['config', 'check', 'nowhere.yaml'], 2, 'nowhere.yaml cannot be read'],
    [
      ['config', 'check'],
      2,
      'dapikit config: check: nothing to check: name a file, or give settings in flags or the environment',
    ],
    [['config', 'check', '--port', '1'], 1, 'nodes: the list is empty; name at least one node'],
    [
      ['config', 'check', '--nodes', 'http://a', '--verify-proofs', 'reject'],
      1,
      'verify-proofs: reject requires a node of Drive: set drive-url',
    ],
    [
      ['config', 'check', '--nodes', 'http://a', '--port', '3300', '--admin-port', '3300'],
      1,
      'admin-port: 3300 is the value of port as well: choose another one, or none',
    ],
    [['serve', '--nodes', 'http://a', '--require-api-key'], 2, 'require-api-key: no API keys'],
    [
      ['config', 'check', '--nodes', 'http://a', '--studio=maybe'],
      1,
      '--studio: expected true or false, found "maybe"',
    ],
    [['config', 'check', '--nodes', 'http://a', '--redis', 'localhost'], 1, '--redis: expected redis://'],
    [
      ['config', 'check', '--nodes', 'http://a', '--trusted-proxies', '10.0.0.0/33'],
      1,
      '--trusted-proxies: expected an address or a network such as 10.0.0.0/8, found "10.0.0.0/33"',
    ],
    [
      ['serve', '--nodes', 'foo 127.0.0.1:9998?colour=red'],
      2,
      'dapikit serve: --nodes: node 1: url: expected one such as http://127.0.0.1:9998, found "foo"; node 2: unknown member "colour", expected one of name, credentials-file, user-env, password-env, ca, zmq; node 2: url: expected one such as http://127.0.0.1:9998, found "127.0.0.1:9998"; did you mean http://127.0.0.1:9998?\n',
    ],
    [
      ['serve', '--nodes', 'http://u:pass?wo=rd@host'],
      2,
      '--nodes: node 1: url: the credentials have a ?: write it %3F',
    ],
    [['serve', '--nodes', 'http://a http://a'], 2, '--nodes: two nodes are called "a"'],
    [['serve', '--nodes', 'http://a?colour=red'], 2, '--nodes: node 1: unknown member "colour"'],
    [['serve', '--nodes', 'http://a', '--tls-cert', 'x'], 2, 'give both tls-cert and tls-key, or neither'],
    [['serve', '--config', 'nowhere.yaml'], 2, 'nowhere.yaml cannot be read'],
  ] as const)('of %j exits with %i and reports %s', async (args, code, text) => {
    const run = await callDapikit(args);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(text);
    expect(run.stderr).not.toContain('    at ');
    // One error leads to no other.
    expect(run.stderr.match(/^error: /gm)?.length ?? 1).toBe(1);
  });
});

describe('an unknown variable', () => {
  const env = { DAPIKIT_PROT: '1' };

  it('is a warning, with the name that was meant', async () => {
    const run = await callDapikit(['config', 'check', '--nodes', 'http://a'], { env });
    expect(run).toEqual({
      code: 0,
      stdout: 'flags and environment: valid\n',
      stderr:
        'warning: unknown variable DAPIKIT_PROT; did you mean DAPIKIT_PORT or DAPIKIT_PLATFORM_PROTOCOL?\n',
    });
  });

  it('is not one from which the credentials of a node are read', async () => {
    const node = 'http://a?user-env=DAPIKIT_CORE_USER&password-env=DAPIKIT_CORE_PASSWORD';
    const run = await callDapikit(['config', 'check', '--nodes', node], {
      env: { DAPIKIT_CORE_USER: 'a', DAPIKIT_CORE_PASSWORD: 'b' },
    });
    expect([run.code, run.stderr]).toEqual([0, '']);
  });

  it('is named where there are no settings', async () => {
    const { code, stderr } = await callDapikit(['config', 'check'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('check: unknown variable DAPIKIT_PROT; did you mean DAPIKIT_PORT');
  });

  it('is not one that another command reads', async () => {
    const commands = await Promise.all([...COMMANDS.values()].map((entry) => entry.load()));
    const names = commands.flatMap(({ options }) => Object.values(options).map((option) => option.env));
    const all = Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, '1']])));
    expect(Object.keys(all).length).toBeGreaterThan(40);
    expect(describeUnknownVariables(all, [])).toEqual([]);
  });
});

describe('one port of two addresses', () => {
  it.each([
    ['0.0.0.0', '::1', 0],
    ['127.0.0.1', '::1', 0],
    ['0.0.0.0', '127.0.0.1', 1],
    ['0.0.0.0', 'localhost', 1],
    ['::1', '::', 1],
    ['::', '0.0.0.0', 1],
  ])('%s and %s exits with %i', async (host, adminHost, code) => {
    const addresses = ['--host', host, '--admin-host', adminHost, '--port', '3300', '--admin-port', '3300'];
    const { stderr, ...run } = await callDapikit(['config', 'check', '--nodes', 'http://a', ...addresses]);
    expect([run.code, stderr.includes('admin-port: 3300 is the value of port as well')]).toEqual([
      code,
      code === 1,
    ]);
  });
});

describe('dapikit config print and schema', () => {
  it('report invalid settings, and nothing of a malformed file', async () => {
    const cwd = folderWith({
      'dapikit.yaml': 'port: 443\nnodes: [{ url: foo }]\n',
      'broken.yaml': 'nodes: [\n',
    });
    const print = async (file: string, ...args: string[]) =>
      callDapikit(['config', 'print', file, ...args], { cwd, env: { DAPIKIT_MAX_DEPTH: '0' } });
    const { code, stdout, stderr } = await print('dapikit.yaml');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^# nodes: +# dapikit\.yaml:2, invalid$/m);
    expect(stdout).toMatch(/^# max-depth: +# DAPIKIT_MAX_DEPTH, invalid$/m);
    expect(stdout).toMatch(/^port: 443 +# dapikit\.yaml:1$/m);
    expect(stderr.match(/^error: .*$/gm)).toHaveLength(2);
    for (const file of ['broken.yaml', 'nowhere.yaml']) expect((await print(file)).stdout).toBe('');
  });

  it('print each setting with its source and without secrets', async () => {
    const cwd = folderWith({ 'dapikit.yaml': FINE });
    const env = { DAPIKIT_CONFIG: 'dapikit.yaml', DAPIKIT_MAX_DEPTH: '9', DAPIKIT_PORT: '1' };
    const { code, stdout } = await callDapikit(['config', 'print', '--port', '2'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^port: 2 {2,60}# --port$/m);
    expect(stdout).toMatch(/^max-depth: 9 +# DAPIKIT_MAX_DEPTH$/m);
    expect(stdout).toMatch(
      /^nodes: \[\{"name":"10\.0\.0\.1:9998","url":"http:\/\/\*\*\*:\*\*\*@10.* # dapikit.yaml:2$/m,
    );
    expect(stdout).toMatch(/^max-batch-calls: 100 +# default$/m);
    expect(stdout).not.toContain('secret');
  });

  it('hide passwords in URLs', async () => {
    const env = {
      DAPIKIT_NODES: 'http://u:secret@127.0.0.1:1',
      DAPIKIT_REDIS: 'redis://:secret@cache:6379/1',
    };
    const { code, stdout } = await callDapikit(
      ['config', 'print', '--tenderdash-url', 'http://tenderdash:1'],
      {
        env,
      },
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain('secret');
    expect(stdout).toMatch(/^redis: "redis:\/\/\*\*\*:\*\*\*@cache:6379\/1" /m);
    expect(stdout).toMatch(/^tenderdash-url: "http:\/\/tenderdash:1" /m);
    const wrong = await callDapikit(['serve', '--nodes', 'http://a', '--drive-url', 'ftp://u:secret@drive']);
    expect(wrong.stderr).toContain('found "ftp://***:***@drive"');
    for (const flag of ['--drive-url', '--tenderdash-url', '--peers']) {
      const { stderr } = await callDapikit(['serve', flag, 'http://u:secret%40@drive:1']);
      expect(stderr).toContain(`${flag}: "http://***:***@drive:1" has `);
      expect(stderr).not.toContain('secret');
    }
  });
});

it('write a JSON Schema that accepts the example settings and rejects an unknown one', async () => {
  const schema: object = JSON.parse((await callDapikit(['config', 'schema'])).stdout);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const example: object = parse(
    readFileSync(new URL('../../../deploy/dapikit.yaml', import.meta.url), 'utf8'),
  );
  expect(validate(example)).toBe(true);
  expect(validate({ ...example, 'max-dept': 10 })).toBe(false);
});

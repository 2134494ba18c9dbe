import * as fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Mismatch } from '@dapikit/gateway';
import { describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../../scripts/property-runs.js';
import { readConfigFile } from './config-file.js';
import { readNodesText } from './node-settings.js';
import { serveSettings } from './settings-table.js';
import { settingsSchema } from './settings-schema.js';

const NODE = 'nodes: [{ url: http://a:9998 }]\n';
const validate = new Ajv2020({ strict: false }).compile(settingsSchema());

function read(text: string) {
  const { values, errors } = readConfigFile(text, serveSettings);
  return {
    values: Object.fromEntries([...values].map(([flag, { value }]) => [flag, value])),
    errors: errors.map(({ message, span }) => [message, span && text.slice(...span)]),
  };
}

/** What is said of nodes in a flag. */
function toldOf(text: string): string {
  const nodes = readNodesText(text);
  return nodes instanceof Mismatch ? String(nodes.details.message) : '';
}

describe('a configuration file', () => {
  it('provides settings by flag, with their lines', () => {
    const { values, errors } = readConfigFile('# a comment\nport: 443\n\nmax-depth: 10\n', serveSettings);
    expect([...values]).toEqual([
      ['port', { value: 443, line: 2, span: [12, 16] }],
      ['max-depth', { value: 10, line: 4, span: [23, 32] }],
    ]);
    expect(errors).toEqual([]);
  });

  it.each(['', '# nothing\n', '{}', '---\n...\n'])('may be empty: %j', (text) => {
    expect(read(text)).toEqual({ values: {}, errors: [] });
  });

  it('provides nodes by their URLs alone, and says where one is wrong', () => {
    const { values, errors } = read('nodes: ["http://user:word@a:1", "http://b:2"]\n');
    expect(errors).toEqual([]);
    expect(values['nodes']).toMatchObject([
      { name: 'a:1', url: 'http://a:1', credentials: { user: 'user', password: 'word' }, zmq: 'ask' },
      { name: 'b:2', url: 'http://b:2' },
    ]);
    expect(read('nodes:\n  - a:1\n').errors).toEqual([
      [
        'nodes/0: url: expected one such as http://127.0.0.1:9998, found "a:1"; did you mean http://a:1?',
        'a:1',
      ],
    ]);
  });

  it('provides nodes with credentials and addresses', () => {
    const text = [
      'nodes:',
      '  - url: https://user:p%40ss@a:9998/path',
      '  - { name: b, url: "http://b:1", credentials-file: /b/.cookie, zmq: none }',
      '  - { name: c, url: "http://c:1", user-env: U, password-env: P, zmq: ["tcp://c:2", "ipc:///c"], ca: ca.pem }',
    ].join('\n');
    const { values, errors } = read(text);
    expect(errors).toEqual([]);
    expect(values['nodes']).toEqual([
      {
        name: 'a:9998',
        url: 'https://a:9998/path',
        credentials: { user: 'user', password: 'p@ss' },
        ca: undefined,
        zmq: 'ask',
      },
      { name: 'b', url: 'http://b:1', credentials: { file: '/b/.cookie' }, ca: undefined, zmq: 'none' },
      {
        name: 'c',
        url: 'http://c:1',
        credentials: { userVariable: 'U', passwordVariable: 'P' },
        ca: 'ca.pem',
        zmq: ['tcp://c:2', 'ipc:///c'],
      },
    ]);
  });

  it.each<[string, string, string]>([
    ['prot: 1', 'unknown setting "prot"; did you mean port or platform-protocol?', 'prot'],
    ['port: 65536', 'port: expected a whole number from 0 to 65535, found "65536"', '65536'],
    ['port: "abc"', 'port: expected a whole number from 0 to 65535, found "abc"', '"abc"'],
    ['port: [1]', 'port: expected a number, found a list', '[1]'],
    ['port:', 'port: expected a number, found nothing', 'port'],
    ['host: 5', 'host: expected text, found 5: put it in quotes', '5'],
    ['host: true', 'host: expected text, found true: put it in quotes', 'true'],
    ['admin-port: some', 'admin-port: expected a whole number from 0 to 65535, found "some"', 'some'],
    [
      'log-level: loud',
      'log-level: expected one of fatal, error, warn, info, debug, trace, silent, found "loud"',
      'loud',
    ],
    ['- port', 'expected a map of settings, such as port: 443, found a list', '- port'],
    ['port: 1\nport: 2', 'Map keys must be unique', 'p'],
    ['a: [', 'Flow sequence in block collection must be sufficiently indented and end with a ]', ''],
    ['nodes: {}', 'nodes: expected a list of nodes, found a map', '{}'],
    ['nodes: [5]', 'expected a node, such as - url: http://127.0.0.1:9998, found 5', '5'],
    ['nodes: [{ name: a }]', 'nodes/0: url is missing: set the URL of the node', '{ name: a }'],
    ['nodes: [{ ulr: a }]', 'nodes/0: unknown member "ulr"; did you mean url?', 'ulr'],
    ['nodes: [{ url: "http://a", name: 5 }]', 'nodes/0/name: expected text, found 5: put it in quotes', '5'],
    [
      'nodes: [{ url: "http://a", user-env: U }]',
      'nodes/0: give both user-env and password-env, or neither',
      'U',
    ],
    [
      'nodes: [{ url: "http://a" }, { url: "http://a" }]',
      'nodes: two are called "a": give them names',
      '[{ url: "http://a" }, { url: "http://a" }]',
    ],
    [
      'nodes: [{ url: "http://a", zmq: [udp://x] }]',
      'nodes/0: zmq: expected ask, none, or addresses such as tcp://127.0.0.1:29998, found "udp://x"',
      '[udp://x]',
    ],
  ])('reports the error of %j with its location', (text, message, place) => {
    expect(read(text).errors[0]).toEqual([message, place]);
  });

  it('reports all errors at once', () => {
    expect(read('a: 1\nb: 2\nport: x\nnodes: [{}, { url: ftp://x }]').errors).toHaveLength(5);
  });

  it('reports all errors of a node at once, without consequential ones', () => {
    const nodes = (...lines: string[]): unknown =>
      read(`nodes:\n  - ${lines.join('\n    ')}\n`).errors.map(([message]) => message);
    expect(nodes('nam: a', 'url: 127.0.0.1:1')).toEqual([
      'nodes/0: unknown member "nam"; did you mean name?',
      'nodes/0: url: expected one such as http://127.0.0.1:9998, found "127.0.0.1:1"; did you mean http://127.0.0.1:1?',
    ]);
    expect(nodes('url: http://a', 'user-env: U', 'zmq: [udp://x]', 'colour: red', 'name: ""')).toEqual([
      'nodes/0: unknown member "colour"',
      'nodes/0: name has no value',
      'nodes/0: give both user-env and password-env, or neither',
      'nodes/0: zmq: expected ask, none, or addresses such as tcp://127.0.0.1:29998, found "udp://x"',
    ]);
    expect(nodes('ulr: http://a', 'zmq: 5')).toEqual([
      'nodes/0: unknown member "ulr"; did you mean url?',
      'nodes/0/zmq: expected text, found 5: put it in quotes',
    ]);
    expect(nodes('url: 5', 'user-env: U', 'pasword-env: P')).toEqual([
      'nodes/0/url: expected text, found 5: put it in quotes',
      'nodes/0: unknown member "pasword-env"; did you mean password-env?',
    ]);
    expect(read('nodes: [{ nam: a, url: "http://a" }, { url: x }, 5]').errors).toHaveLength(3);
  });

  it('reports errors without passwords', () => {
    const texts = ['ftp://u:secret@x', 'http://u:secret%@x', 'http://u:secret@x?y', 'u:secret@x'];
    for (const url of texts) {
      const { errors } = read(`nodes: [{ url: "${url}" }]`);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.[0]).not.toContain('secret');
    }
  });

  it('reports errors without passwords, whatever the URL', () => {
    const piece = fc.constantFrom('?', '@', '/', ':', '#', '%', '=', '&', '[', '.', '1', 'x', '"');
    const noise = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const scheme = fc.constantFrom('http://', 'ftp://', 'http:/', '');
    fc.assert(
      fc.property(scheme, noise, noise, fc.constantFrom('@host', '@host:1', '@', '@host?x'), (...parts) => {
        const [start, before, after, end] = parts;
        const url = `${start}user:${before}SECRET${after}${end}`;
        const { errors } = read(`nodes: [{ url: ${JSON.stringify(url)} }]`);
        for (const [message] of errors) expect(message).not.toContain('SECRET');
        expect(toldOf(url)).not.toContain('SECRET');
      }),
      { numRuns: costlyRuns(2_000) },
    );
  });

  it('never throws, and each error has its location', () => {
    const piece = fc.constantFrom(
      'port',
      'nodes',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '"',
      '&a ',
      '*a',
      '<<',
      '1',
      '!!x ',
      '%',
      '\t',
      'url',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          for (const { message, span } of readConfigFile(text, serveSettings).errors) {
            expect(message).not.toBe('');
            expect(span === undefined || (span[0] >= 0 && span[0] <= span[1])).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the JSON Schema of the configuration file', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [
      { port: 443, 'admin-port': 'none', 'log-level': 'debug', nodes: [{ url: 'http://a', zmq: 'none' }] },
      true,
    ],
    [{ port: 65_536 }, false],
    [{ prot: 1 }, false],
    [{ nodes: [] }, false],
    [{ nodes: [{ url: 'ftp://a' }] }, false],
    [{ nodes: [{ url: 'http://a', 'user-env': 'U' }] }, false],
  ])('agrees with the reader: %j is valid: %s', (value, isRight) => {
    expect(validate(value)).toBe(isRight);
    const { errors } = read(JSON.stringify(value));
    expect(errors.length === 0 || (value as { nodes?: [] }).nodes?.length === 0).toBe(
      isRight || (value as { nodes?: [] }).nodes?.length === 0,
    );
  });

  it('accepts a file with and without nodes', () => {
    expect(read(NODE).errors).toEqual([]);
  });
});

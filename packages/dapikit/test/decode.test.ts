import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callDapikit, folderWith, runDapikit } from './run-dapikit.js';

interface Line {
  readonly name: string;
  readonly hex: string;
  readonly transactionHex?: string;
  readonly hash: string;
  readonly json: Record<string, unknown>;
  readonly label?: string;
  readonly platformVersion?: number;
}

const recorded = (file: string): Line[] =>
  readFileSync(new URL(`../../../fixtures/state-transitions/${file}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));

const lineNamed = (file: string, name: string): Line =>
  recorded(file).find((line) => line.name === name || line.label === name)!;

const answerOf = (stdout: string): Record<string, unknown> => JSON.parse(stdout);

const transition = lineNamed('transitions-4.1.0', 'identity-credit-transfer-small');

describe('dapikit decode', () => {
  test('decodes a state transition in hexadecimal', async () => {
    const { code, stdout } = await callDapikit(['decode', transition.hex]);
    expect(code).toBe(0);
    expect(answerOf(stdout)).toMatchObject({
      kind: 'state-transition',
      id: transition.hash,
      value: { $type: 'identityCreditTransfer', amount: 100_000 },
    });
  });

  test('decodes decimal lists and lines of the log of Drive', async () => {
    const list = `[${[...Buffer.from(transition.hex, 'hex')].join(', ')}]`;
    const escaped = transition.hex.replaceAll(/../g, String.raw`\x$&`);
    const folder = folderWith({
      'drive.log': `2026-01-05T10:00:00Z DEBUG drive_abci: rejected raw_state_transition=${list} code=10400\n`,
      'bytes.log': `CheckTxRequest { tx: b"${escaped}", r#type: 0 }\n`,
    });
    for (const input of [list, join(folder, 'drive.log'), join(folder, 'bytes.log')]) {
      const { code, stdout } = await callDapikit(['decode', input]);
      expect(code).toBe(0);
      expect(answerOf(stdout)).toMatchObject({ kind: 'state-transition', id: transition.hash });
    }
    const several = await callDapikit(['decode', 'hash=[1, 2] tx=[3]']);
    expect(several).toMatchObject({ code: 2 });
    expect(several.stderr).toContain('the text has 2 lists of bytes (2, 1 bytes): give one of them');
    const many = await callDapikit(['decode', 'b"x" '.repeat(1000)]);
    expect(many).toMatchObject({ code: 2 });
    expect(many.stderr).toContain('the text has more than 10 lists of bytes: give one of them');
  });

  test.each([
    [`${transition.hex}00`, 'as state-transition: 1 byte too many'],
    [transition.hex.slice(0, -128), '65 announced, found 1 byte ('],
    ['6a', 'as transaction: expected 2 bytes, found 1 at byte 0'],
  ])('counts one byte in the singular', async (hex, text) => {
    const { code, stderr } = await callDapikit(['decode', hex]);
    expect(code).toBe(1);
    expect(stderr).toContain(text);
  });

  test('decodes a platform address', async () => {
    const text = 'tdash1kpqg3dwe8mdacx0v389hfwgg3r85hrkv6q7z7qlj';
    expect(answerOf((await callDapikit(['decode', text])).stdout)).toMatchObject({
      kind: 'address',
      mainnet: 'dash1kpqg3dwe8mdacx0v389hfwgg3r85hrkv6qw9d7wu',
      testnet: text,
      value: '004088b5d93edbdc19ec89cb74b90888cf4b8eccd0',
    });
  });

  test('lists the addresses of a transition as text', async () => {
    const withAddresses = recorded('transitions-4.1.0').filter(({ name }) => /address/i.test(name));
    expect(withAddresses.length).toBeGreaterThan(0);
    for (const { hex } of withAddresses) {
      const { addresses } = answerOf((await callDapikit(['decode', hex])).stdout);
      expect(addresses).toEqual(
        expect.arrayContaining([
          {
            address: expect.stringMatching(/^0[01][0-9a-f]{40}$/),
            mainnet: expect.stringMatching(/^dash1/),
            testnet: expect.stringMatching(/^tdash1/),
          },
        ]),
      );
    }
  });

  test('decodes Base64 from standard input', () => {
    const input = Buffer.from(transition.hex, 'hex').toString('base64');
    expect(answerOf(runDapikit(['decode'], { input }).stdout)).toMatchObject({ id: transition.hash });
  });

  test('decodes a file of bytes or of text with line breaks', async () => {
    const cwd = folderWith({
      'raw.bin': Buffer.from(transition.hex, 'hex'),
      'lines.hex': transition.hex.replaceAll(/(.{32})/g, '$1\n'),
    });
    expect(answerOf((await callDapikit(['decode', 'raw.bin'], { cwd })).stdout)).toMatchObject({
      id: transition.hash,
    });
    expect(answerOf((await callDapikit(['decode', 'lines.hex'], { cwd })).stdout)).toMatchObject({
      id: transition.hash,
    });
  });

  test.each([
    ['contract', lineNamed('contracts-4.1.0', 'note').hex],
    ['identity', lineNamed('identities-4.1.0', 'many-keys').hex],
    ['error', lineNamed('consensus-errors', 'nonce already used').hex],
    ['state-transition', lineNamed('transitions-4.1.0', 'shielded-transfer').hex],
    ['transaction', lineNamed('asset-locks', 'lock-a-instant').transactionHex!],
  ])('recognizes bytes as %s', async (kind, hex) => {
    const { code, stdout } = await callDapikit(['decode', hex]);
    expect([code, answerOf(stdout)['kind']]).toEqual([0, kind]);
  });

  test('decodes an error with its code', async () => {
    expect(answerOf((await callDapikit(['decode', '--as', 'error', '030307'])).stdout)).toEqual({
      kind: 'error',
      size: 3,
      code: 20_003,
      value: { group: 'signature', name: 'MissingPublicKeyError', fields: { publicKeyId: 7 } },
    });
  });

  test('decodes a document with its contract as bytes or JSON', async () => {
    const document = lineNamed('documents-4.1.0', 'note-pv13');
    const contract = lineNamed('contracts-4.1.0', 'note');
    const cwd = folderWith({ 'contract.hex': contract.hex, 'contract.json': JSON.stringify(contract.json) });
    for (const file of ['contract.hex', 'contract.json'])
      expect(
        answerOf((await callDapikit(['decode', document.hex, '--contract', file], { cwd })).stdout),
      ).toMatchObject({
        kind: 'document',
        type: 'note',
        value: { message: 'Tutorial CI Test @ 340799', order: 5 },
      });
  });

  test('decodes a document with a contract as JSON that was updated', async () => {
    const { hex } = lineNamed('documents-4.1.0', 'note-pv13');
    const { json } = lineNamed('contracts-4.1.0', 'note');
    const cwd = folderWith({ 'contract.json': JSON.stringify({ ...json, version: 2 }) });
    const { stdout } = await callDapikit(['decode', hex, '--contract', 'contract.json'], { cwd });
    expect(answerOf(stdout)).toMatchObject({ kind: 'document', type: 'note' });
  });

  test('counts bytes after a transition', async () => {
    const { stdout } = await callDapikit(['decode', '--as', 'state-transition', `${transition.hex}0000`]);
    expect(answerOf(stdout)).toMatchObject({ trailingBytes: 2 });
  });
});

describe('dapikit decode rejects', () => {
  test.each([
    [['decode', 'no-such-file!'], 2, 'neither a file nor bytes as hexadecimal, Base64'],
    [['decode', '--as', 'document', '00'], 2, 'add --contract FILE'],
    [['decode', '--as', 'transition', '00'], 2, 'transition'],
    [
      ['decode', '--as', 'identity', '00ff'],
      1,
      'the input (2 bytes) is not an identity: expected bytes (32 bytes)',
    ],
    [['decode', 'ffffffff'], 1, 'the input (4 bytes) is none of block, transaction, state-transition'],
    [['decode', '00', '--contract', 'missing.json'], 2, 'no such file'],
  ])('%j', async (args, code, message) => {
    const result = await callDapikit(args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
    expect(result.stdout).toBe('');
  });

  test('an empty input', () => {
    expect(runDapikit(['decode'], { input: '' })).toMatchObject({ code: 2, stdout: '' });
  });
});

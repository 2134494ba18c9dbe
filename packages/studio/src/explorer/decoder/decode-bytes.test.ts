import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getText } from '../../json/json-values.js';
import { decodeBytes, readBytes } from './decode-bytes.js';

const fixture = (path: string): readonly unknown[] =>
  readFileSync(new URL(`../../../../../fixtures/${path}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const decodeText = (text: string) => {
  const bytes = readBytes(text);
  return bytes && decodeBytes(bytes);
};

it('decodes recorded transitions, in hexadecimal digits and in Base64', () => {
  const transfer = fixture('state-transitions/transitions-4.1.0.jsonl').find(
    (one) => getText(one, 'name') === 'identity-credit-transfer-small',
  );
  const hex = getText(transfer, 'hex');
  const decoded = decodeText(`0x${hex.slice(0, 50)}\n  ${hex.slice(50)}`);
  expect(decoded).toMatchObject({ kind: 'state transition', json: { $type: 'identityCreditTransfer' } });
  const base64 = Buffer.from(hex, 'hex').toString('base64');
  expect(decodeText(base64)).toEqual(decoded);
  expect(decodeText(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))).toEqual(decoded);
});

it('decodes recorded proofs, with their root hashes', () => {
  for (const one of fixture('proofs/responses.jsonl').slice(0, 20))
    expect(decodeText(getText(one, 'grovedbProof'))).toMatchObject({
      kind: 'proof of GroveDB',
      facts: [['Root hash', getText(one, 'root')]],
    });
});

it('decodes an address, and neither other bytes nor other text', () => {
  expect(decodeText(`00${'ab'.repeat(20)}`)).toMatchObject({ kind: 'platform address' });
  expect(decodeText('ffffffffffffffff')).toBeUndefined();
  expect(readBytes('no bytes at all!')).toBeUndefined();
  expect(readBytes(' ')).toBeUndefined();
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../diagnostic/contract-error.js';
import { IDENTIFIER_PROPERTY, note, noteOf } from '../rules/example.js';
import { PROTOCOL_VERSIONS } from '../protocol/protocol-versions.js';
import { typesFor } from './types-for.js';

const folder = new URL('../../../../fixtures/contracts/real/', import.meta.url);
const FILES: { file: string; verdicts: Record<string, { ok: boolean }> }[] = JSON.parse(
  readFileSync(new URL('index.json', folder), 'utf8'),
);
const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

function contractOf(file: string): unknown {
  const content: { schemas?: object; defs?: object } = JSON.parse(
    readFileSync(new URL(file, folder), 'utf8'),
  );
  return content.schemas === undefined
    ? { documents: content }
    : { documents: content.schemas, $defs: content.defs };
}

/** Declares the types of a contract at the newest protocol version that accepts it. */
function newestTypes(contract: unknown): string | undefined {
  for (const protocolVersion of PROTOCOL_VERSIONS.toReversed()) {
    const types = typesFor(contract, { protocolVersion, form: 'contract' });
    if (types.ok) return types.code;
  }
  return undefined;
}

function codeFor(contract: unknown): string {
  const types = typesFor(contract);
  if (!types.ok) throw new Error(types.diagnostics.map(({ message }) => message).join());
  return types.code;
}

/** Compiles modules; returns the errors by file. */
function compile(files: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(tmpdir(), 'dapikit-types-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2023',
      '--ignoreConfig',
    ];
    const run = spawnSync(process.execPath, [TSC, ...options, '--types', '', ...Object.keys(files)], {
      cwd: place,
      encoding: 'utf8',
    });
    return run.stdout + run.stderr;
  } finally {
    rmSync(place, { recursive: true });
  }
}

const TRICKY = {
  'contact-info': {
    type: 'object',
    description: 'Ends */ here; `${x}` @deprecated\nand goes on\u2028there',
    properties: {
      'with-dash': { type: 'string', maxLength: 5, position: 0, enum: ["it's", 'a"b', '*/'] },
      class: { type: 'integer', position: 1, description: 'a\u0000b */ export const evil = 1; /*' },
      '1st': { type: 'integer', minimum: 0, maximum: 255, position: 2, enum: [1, 2] },
      wide: { type: 'integer', position: 3, const: 5 },
      author: { ...IDENTIFIER_PROPERTY, position: 4 },
      raw: { type: 'array', byteArray: true, maxItems: 3, position: 5 },
      place: {
        type: 'object',
        position: 6,
        properties: { x: { type: 'number', position: 0 }, y: { type: 'boolean', position: 1, const: true } },
        required: ['x'],
        additionalProperties: false,
      },
      secret: { type: 'string', maxLength: 9, position: 7 },
      __proto: { type: 'string', maxLength: 9, position: 8 },
    },
    required: ['class', 'author', '$createdAt', '$updatedAtCoreBlockHeight'],
    transient: ['secret'],
    tradeMode: 1,
    additionalProperties: false,
  },
  contactInfo: note()['note'],
  identifier: note()['note'],
  delete: note()['note'],
  '0day': note()['note'],
};

describe('typesFor', () => {
  it('compiles for real contracts and difficult names', { timeout: 300_000 }, () => {
    const files: Record<string, string> = { 'tricky.ts': codeFor(TRICKY) };
    for (const { file, verdicts } of FILES) {
      const code = newestTypes(contractOf(file));
      const isRegistrable = Object.values(verdicts).some(({ ok }) => ok);
      expect({ file, isTyped: code !== undefined }).toEqual({ file, isTyped: isRegistrable });
      if (code !== undefined) files[file.replace('.json', '.ts')] = code;
    }
    expect(Object.keys(files).length).toBeGreaterThan(15);
    expect(compile(files)).toBe('');
  });

  it.each(['dpns.json', 'dashpay.json'])('matches the snapshot of %s', (file) => {
    expect(newestTypes(contractOf(file))).toMatchSnapshot();
  });

  it('matches the snapshot of difficult names and comments', () => {
    expect(codeFor(TRICKY)).toMatchSnapshot();
  });

  it('accepts exactly the values that fit', { timeout: 300_000 }, () => {
    const use = `
import type { ContactInfo, ContactInfoDocument, Identifier, Bytes, Documents } from './types.js';
declare const author: Identifier;
declare const raw: Bytes;
export const fits: ContactInfo = { class: 5n, author, raw, place: { x: 1 }, 'with-dash': 'a"b', '1st': 2, wide: 5n };
export const stored = (one: ContactInfoDocument): bigint => one.$createdAt + one.$revision + (one.$price ?? 0n);
export const height = (one: Documents['contact-info']): number => one.$updatedAtCoreBlockHeight;
// @ts-expect-error a required property is missing
export const missing: ContactInfo = { class: 5n };
// @ts-expect-error an integer of 64 bits is a bigint
export const narrow: ContactInfo = { class: 5, author };
// @ts-expect-error an unknown property
export const unknown: ContactInfo = { class: 5n, author, zzz: 1 };
// @ts-expect-error none of the values that are listed
export const listed: ContactInfo = { class: 5n, author, '1st': 3 };
// @ts-expect-error bytes are no identifier
export const bytes: ContactInfo = { class: 5n, author: raw };
// @ts-expect-error any bytes are no identifier
export const plain: ContactInfo = { class: 5n, author: new Uint8Array(32) };
// @ts-expect-error a property of an object inside is missing
export const inner: ContactInfo = { class: 5n, author, place: {} };
// @ts-expect-error fields of the system are not in the data
export const system = (one: ContactInfo): bigint => one.$createdAt;
// @ts-expect-error a time that the type does not ask for
export const absent = (one: ContactInfoDocument): bigint => one.$updatedAt;
// @ts-expect-error the system's fields are not written
export const written = (one: ContactInfoDocument): void => { one.$revision = 2n; };
// @ts-expect-error a transient property may be absent from a document
export const secret = (one: ContactInfoDocument): string => one.secret;
`;
    expect(compile({ 'types.ts': codeFor(TRICKY), 'use.ts': use })).toBe('');
  });

  it('is independent of the order of members', () => {
    const turned: object = Object.fromEntries(Object.entries(TRICKY).toReversed());
    const properties = Object.fromEntries(Object.entries(TRICKY['contact-info'].properties).toReversed());
    const other = { ...turned, 'contact-info': { ...TRICKY['contact-info'], properties } };
    expect(codeFor(other)).toBe(codeFor(TRICKY));
    expect(codeFor(JSON.stringify(TRICKY))).toBe(codeFor(TRICKY));
  });

  it('escapes descriptions in comments', () => {
    const pieces = fc.array(
      fc.constantFrom('*', '/', '\\', '*/', '\n', '\r', '\u2028', '@x', '/*', 'a', '\ud800'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const description = parts.join('');
        const code = codeFor(noteOf({ text: { type: 'string', maxLength: 5, position: 0, description } }));
        const rest = code.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ');
        expect(rest).toContain(
          'export interface Note { text?: string; } export interface NoteDocument extends Note {',
        );
      }),
    );
  });

  it('returns diagnostics for a contract that the network rejects', () => {
    for (const input of [undefined, null, 5, '{', '{"note": {}}', [], () => 1])
      expect(typesFor(input)).toMatchObject({
        ok: false,
        diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
      });
    expect(() => typesFor(note(), { protocolVersion: 99 })).toThrow(InvalidOptionError);
  });
});

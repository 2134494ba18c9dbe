import { readdirSync, readFileSync } from 'node:fs';
import { describeContract, type ContractDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';

import { encodeDocument } from '../src/state/document/binary-form.js';
import { documentToJson } from '../src/state/document/json-form.js';
import { documentsOf } from './arbitrary-document.js';
import { CONTRACT, contractOf } from '../../proof/test/sample-contract.js';
import { loadSdk, type Sdk } from './sdk.js';

const FOLDER = new URL('../../../fixtures/contracts/real/', import.meta.url);

let sdk: Sdk;
beforeAll(async () => {
  sdk = await loadSdk();
});

/** The contracts that protocol 13 accepts, in the official JSON. */
const CONTRACTS = readdirSync(FOLDER)
  .filter((file) => file !== 'index.json' && file.endsWith('.json'))
  .flatMap((file): { file: string; contract: object; description: ContractDescription }[] => {
    const content: { schemas?: object; defs?: object } = JSON.parse(
      readFileSync(new URL(file, FOLDER), 'utf8'),
    );
    const contract = {
      ...contractOf(content.schemas ?? content),
      ...(content.defs === undefined ? {} : { schemaDefs: content.defs }),
    };
    const result = describeContract(contract, { protocolVersion: 13 });
    return result.ok ? [{ file, contract, description: result.description }] : [];
  });

it('the real contracts are more than ten', () => {
  expect(CONTRACTS.length).toBeGreaterThan(10);
});

it.each(CONTRACTS)(
  'documents of $file are encoded like the official SDK does',
  ({ contract, description }) => {
    const official = sdk.DataContract.fromJSON(contract, false, 13);
    for (const type of description.documentTypes) {
      fc.assert(
        fc.property(documentsOf(type), (document) => {
          const json = { ...documentToJson(type, CONTRACT, document) };
          const bytes = sdk.Document.fromJSON(json, 13).toBytes(official, 13);
          expect(Buffer.from(encodeDocument(type, document)).toString('hex')).toBe(
            Buffer.from(bytes).toString('hex'),
          );
        }),
        { numRuns: 20 },
      );
    }
  },
);

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../check/validate-contract.js';

interface Sized {
  readonly id: string;
  readonly schemas: object;
  readonly defs?: object;
  readonly bytes?: number;
}

const SIGNATURE_AND_FIELDS = 71;
const corpus = readFileSync(new URL('../../../../fixtures/contracts/corpus.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const entry: Sized = JSON.parse(line);
    return entry;
  });

describe('the serialized size of a contract', () => {
  it('equals the size of the official build', () => {
    const sized = corpus.filter(({ bytes }) => bytes !== undefined);
    const differences = sized.flatMap(({ id, schemas, defs, bytes }) => {
      const { contract } =
        defs === undefined
          ? validateContract(schemas, { form: 'documents' })
          : validateContract({ documents: schemas, $defs: defs });
      const measured = (contract?.transitionBytes ?? 0) - SIGNATURE_AND_FIELDS;
      return measured === bytes ? [] : [`${id}: ${bytes}, measured ${measured}`];
    });
    expect(sized.length).toBeGreaterThan(600);
    expect(differences).toEqual([]);
  });

  it('grows by eleven bytes from protocol 9 on', () => {
    const schemas = {
      t: {
        type: 'object',
        properties: { a: { type: 'integer', minimum: 0, maximum: 100, position: 0 } },
        additionalProperties: false,
      },
    };
    const measure = (protocolVersion: number) =>
      (validateContract(schemas, { protocolVersion }).contract?.transitionBytes ?? 0) - SIGNATURE_AND_FIELDS;
    expect(measure(13) - measure(8)).toBe(11);
  });
});

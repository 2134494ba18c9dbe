import { readFileSync } from 'node:fs';
import { validateContract } from '@dapikit/contract';
import { expect, it } from 'vitest';
import { replay, reportOf } from './attack-fixture.js';

const FOLDER = new URL('../../../../fixtures/contracts/', import.meta.url);
const jsonOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its files are in the repository
const REAL = (jsonOf('real/index.json') as readonly { file: string }[])
  .map(({ file }) => {
    const content = Object(jsonOf(`real/${file}`));
    const contract: object =
      'schemas' in content ? { documents: content.schemas, $defs: content.defs } : content;
    return { file, contract };
  })
  .filter(({ contract }) => validateContract(contract).accepted);

/** Contracts of the examples and of the tests of other commands. */
const OTHERS = [
  {
    file: 'market of the examples',
    contract: {
      card: {
        type: 'object',
        documentsMutable: false,
        transferable: 1,
        tradeMode: 1,
        properties: { name: { type: 'string', maxLength: 63, position: 0 } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
  {
    file: 'market of the generated client',
    contract: Object(
      JSON.parse(readFileSync(new URL('../generated-client/market.json', import.meta.url), 'utf8')),
    ),
  },
];

it('there are 16 real contracts that the network accepts', () => {
  expect(REAL).toHaveLength(16);
});

it.each([...REAL, ...OTHERS])(
  'each sequence that is reported about $file replays',
  { timeout: 120_000 },
  async ({ contract }) => {
    const { findings, isCut } = await reportOf(contract);
    expect(isCut).toBe(false);
    for (const { steps } of findings) expect(await replay(contract, steps)).toEqual(steps);
  },
);

/** Cases of the corpus that the network accepts, without those whose costs name a token of another contract; every tenth. */
const CORPUS = readFileSync(new URL('corpus.jsonl', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .filter((_, at) => at % 10 === 0)
  .map((line): { id: string; contract: object } => {
    const { id, schemas, defs } = JSON.parse(line);
    return { id, contract: defs === undefined ? schemas : { documents: schemas, $defs: defs } };
  })
  .filter(
    ({ contract }) =>
      validateContract(contract).accepted && !JSON.stringify(contract).includes('"contractId"'),
  );

it('each sequence that is reported about cases of the corpus replays', { timeout: 600_000 }, async () => {
  let found = 0;
  for (const { id, contract } of CORPUS) {
    const { findings } = await reportOf(contract);
    for (const { steps, code } of findings) {
      found += 1;
      expect([id, code, await replay(contract, steps)]).toEqual([id, code, steps]);
    }
  }
  expect(found).toBeGreaterThan(100);
});

import { readFileSync } from 'node:fs';

const CONTRACTS = new URL('../../../../fixtures/contracts/', import.meta.url);

/** A contract of the fixtures. */
export interface SampleContract {
  /** Name of the file, or id of the case. */
  readonly id: string;
  /** Document schemas, with the definitions beside them where there are any. */
  readonly contract: object;
}

const jsonOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, CONTRACTS), 'utf8'));

/** Reads the real contracts. */
export const realContracts = (): readonly SampleContract[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its files are in the repository
  (jsonOf('real/index.json') as readonly { file: string }[]).map(({ file }) => {
    const content = Object(jsonOf(`real/${file}`));
    return {
      id: file.replace('.json', ''),
      contract: 'schemas' in content ? { documents: content.schemas, $defs: content.defs } : content,
    };
  });

/** Reads the contracts of the corpus. */
export const corpusContracts = (): readonly SampleContract[] =>
  readFileSync(new URL('corpus.jsonl', CONTRACTS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, schemas, defs } = JSON.parse(line);
      return { id, contract: defs === undefined ? schemas : { documents: schemas, $defs: defs } };
    });

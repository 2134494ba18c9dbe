import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

interface Verdict {
  readonly ok: boolean;
  readonly error: string | null;
  readonly message: string | null;
}
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly schemas: object;
  readonly defs?: object;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}
interface RealCase {
  readonly file: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

const folder = new URL('../../../fixtures/contracts/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');

const corpus = read('corpus.jsonl')
  .trim()
  .split('\n')
  .map((line) => {
    const entry: Case = JSON.parse(line);
    return entry;
  });

const index: RealCase[] = JSON.parse(read('real/index.json'));
const real = index.map(({ file, verdicts }): Case => {
  const content: { schemas?: object; defs?: object } = JSON.parse(read(`real/${file}`));
  return { id: file, kind: 'real', schemas: content, ...('schemas' in content ? content : {}), verdicts };
});

/** The cases in which this package differs from the verdict on purpose, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {};

function judge({ schemas, defs }: Case, protocolVersion: number) {
  return defs === undefined
    ? validateContract(schemas, { protocolVersion, form: 'documents' })
    : validateContract({ documents: schemas, $defs: defs }, { protocolVersion, form: 'contract' });
}

describe.each([
  ['the corpus', corpus],
  ['real contracts', real],
] as const)('validateContract and the network on %s', (title, cases) => {
  it.each([1, 9, 11, 12, 13])('agree at protocol %i', (protocol) => {
    let judged = 0;
    const differences: string[] = [];
    const unnamed: string[] = [];
    for (const entry of cases) {
      const verdict = entry.verdicts[protocol];
      if (verdict === undefined) continue;
      judged += 1;
      const { accepted, diagnostics } = judge(entry, protocol);
      const found = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
      const shown = found.map(({ code, official }) => `${code}=${official?.name}`).join(' ');
      const line = `${entry.id} ${entry.kind}: network ${verdict.ok ? 'accepts it' : `${verdict.error}: ${verdict.message}`}; here ${shown}`;
      if (accepted !== verdict.ok && !(entry.id in DIFFERENCES)) differences.push(line);
      else if (!verdict.ok && !found.some(({ official }) => official?.name === verdict.error))
        unnamed.push(line);
    }
    console.log(
      `${title}, protocol ${protocol}: ${judged - differences.length} of ${judged} verdicts, ${unnamed.length} rejected by another error`,
    );
    expect({ differences, unnamed }).toEqual({ differences: [], unnamed: [] });
    // The contracts that were derived from others have no verdict at protocol 9.
    expect(judged).toBe(title === 'real contracts' ? 25 : protocol === 9 ? 0 : 2000);
  });
});

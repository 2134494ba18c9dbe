import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES, type RulePage } from '../explain.js';
import { compareContracts } from '../update/compare-contracts.js';
import { validateContract, type ValidateContractOptions } from '../validate-contract.js';
import { RULES } from './rules.js';

/** Judges an example of a rule: a contract, or a registered one and its update. */
function judge(input: RulePage['input'], example: unknown, options: ValidateContractOptions) {
  if (input === 'contract') return validateContract(example, options);
  if (typeof example !== 'object' || example === null || !('before' in example) || !('after' in example))
    throw new TypeError('expected an example with before and after');
  return compareContracts(example.before, example.after, options);
}

const CONTRACT_CODES = RULES.map(({ code }) => code);

describe('the rule table', () => {
  it('has each code once, in kebab case', () => {
    expect(new Set(RULE_CODES).size).toBe(RULE_CODES.length);
    expect(RULE_CODES).toEqual(expect.arrayContaining(CONTRACT_CODES));
    for (const code of RULE_CODES) expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it.each(CONTRACT_CODES)(
    '%s: the wrong example has exactly this mistake, the right one has none',
    (code) => {
      const page = explain(code);
      const protocolVersion = page!.versions.at(-1)!;
      expect(page!.wrong).toBeDefined();
      const wrong = judge(page!.input, page!.wrong, { protocolVersion, ...page!.given });
      expect(wrong.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
      const right = judge(page!.input, page!.right, { protocolVersion, ...page!.given });
      expect(right.diagnostics).toEqual([]);
      expect(right).toMatchObject({ ok: true, accepted: true });
    },
  );

  it.each(RULE_CODES)('%s: says why, how to mend it and in which versions it holds', (code) => {
    const { why, mend, title, versions } = explain(code)!;
    for (const text of [why, mend, title]) expect(text.length).toBeGreaterThan(10);
    expect(versions.length).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES } from '../explain.js';
import { validateContract } from '../validate-contract.js';
import { RULES } from './rules.js';

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
      const wrong = validateContract(page!.wrong, { protocolVersion });
      expect(wrong.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
      const right = validateContract(page!.right, { protocolVersion });
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

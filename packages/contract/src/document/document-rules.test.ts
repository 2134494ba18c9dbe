import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES } from '../explain/explain.js';
import { validateContract } from '../check/validate-contract.js';
import { DOCUMENT_RULES } from './document-rules.js';
import { documentValidator } from './document-validator.js';
import type { DocumentExample, DocumentRule } from './document-rule.js';

const CODES = DOCUMENT_RULES.map(({ code }) => code);

const protocolOf = ({ code }: DocumentRule) => ({ protocolVersion: explain(code)!.versions.at(-1)! });

/** Judges an example at the newest protocol version of its rule. */
function judge(rule: DocumentRule, { contract, documentType, document, write }: DocumentExample) {
  const validator = documentValidator(contract, documentType, protocolOf(rule));
  if (write === undefined) return validator.validate(document);
  const { ok, diagnostics, rejections } = validator.judge({ ...write, document });
  return { ok, diagnostics, rejections };
}

describe('the table of document rules', () => {
  it('explains every document rule', () => {
    expect(RULE_CODES).toEqual(expect.arrayContaining(CODES));
    expect(explain('value-maximum')).toMatchObject({ severity: 'error', rejectedBy: 'network' });
  });

  it.each(DOCUMENT_RULES)('$code: the wrong example violates only this rule, the right one none', (rule) => {
    const { wrong, right, severity } = rule;
    const judged = judge(rule, wrong);
    expect(judged.diagnostics.map(({ code }) => code)).toEqual([rule.code]);
    expect(judged.ok).toBe(severity !== 'network');
    expect(judged.rejections).toEqual(severity === 'network' ? judged.diagnostics : []);
    expect(judge(rule, right)).toEqual({ ok: true, diagnostics: [], rejections: [] });
  });

  it.each(DOCUMENT_RULES.filter(({ code }) => code !== 'document-type-unusable'))(
    '$code: accepts the contract of the example',
    (rule) => {
      const { diagnostics, accepted } = validateContract(rule.right.contract, protocolOf(rule));
      expect({ accepted, errors: diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network') }).toEqual({
        accepted: true,
        errors: [],
      });
    },
  );

  it.each(DOCUMENT_RULES)('$code: reports the same for the text of the document', (rule) => {
    const { wrong } = rule;
    const text = typeof wrong.document === 'string' ? wrong.document : JSON.stringify(wrong.document);
    const unplaced = (document: unknown) =>
      judge(rule, { ...wrong, document }).diagnostics.map((diagnostic) => ({
        ...diagnostic,
        range: undefined,
      }));
    expect(unplaced(text)).toEqual(unplaced(wrong.document));
  });
});

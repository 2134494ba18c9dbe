import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES } from '../explain/explain.js';
import { validateContract } from '../check/validate-contract.js';
import { DOCUMENT_RULES } from './document-rules.js';
import { documentValidator } from './document-validator.js';
import { validateDocument } from './validate-document.js';

const CODES = DOCUMENT_RULES.map(({ code }) => code);

describe('the table of document rules', () => {
  it('explains every document rule', () => {
    expect(RULE_CODES).toEqual(expect.arrayContaining(CODES));
    expect(explain('value-maximum')).toMatchObject({ severity: 'error', rejectedBy: 'network' });
  });

  it.each(DOCUMENT_RULES)('$code: the wrong example violates only this rule, the right one none', (rule) => {
    const protocolVersion = explain(rule.code)!.versions.at(-1)!;
    const { wrong, right, severity } = rule;
    const judged = validateDocument(wrong.contract, wrong.documentType, wrong.document, { protocolVersion });
    expect(judged.diagnostics.map(({ code }) => code)).toEqual([rule.code]);
    expect(judged.ok).toBe(severity !== 'network');
    expect(judged.rejections).toEqual(severity === 'network' ? judged.diagnostics : []);
    const fixed = validateDocument(right.contract, right.documentType, right.document, { protocolVersion });
    expect(fixed).toEqual({ ok: true, diagnostics: [], rejections: [] });
  });

  it.each(DOCUMENT_RULES.filter(({ code }) => code !== 'document-type-unusable'))(
    '$code: accepts the contract of the example',
    ({ right }) => {
      expect(validateContract(right.contract).accepted).toBe(true);
    },
  );

  it.each(DOCUMENT_RULES)('$code: reports the same for the text of the document', ({ wrong }) => {
    const notes = documentValidator(wrong.contract, wrong.documentType);
    const text = typeof wrong.document === 'string' ? wrong.document : JSON.stringify(wrong.document);
    const unplaced = (document: unknown) =>
      notes.validate(document).diagnostics.map((diagnostic) => ({ ...diagnostic, range: undefined }));
    expect(unplaced(text)).toEqual(unplaced(wrong.document));
  });
});

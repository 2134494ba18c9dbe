import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES } from '../explain.js';
import { validateContract } from '../validate-contract.js';
import { DOCUMENT_RULES } from './document-rules.js';
import { documentValidator } from './document-validator.js';
import { validateDocument } from './validate-document.js';

const CODES = DOCUMENT_RULES.map(({ code }) => code);

describe('the table of document rules', () => {
  it('is explained', () => {
    expect(RULE_CODES).toEqual(expect.arrayContaining(CODES));
    expect(explain('value-maximum')).toMatchObject({ severity: 'error', refusedBy: 'network' });
  });

  it.each(DOCUMENT_RULES)('$code: the wrong example has this mistake, the right one has none', (rule) => {
    const protocolVersion = explain(rule.code)!.versions.at(-1)!;
    const { wrong, right, verdict } = rule;
    const judged = validateDocument(wrong.contract, wrong.documentType, wrong.document, { protocolVersion });
    expect(judged.diagnostics.map(({ code }) => code)).toEqual([rule.code]);
    expect(judged.ok).toBe(verdict !== 'network');
    expect(judged.refusals).toEqual(verdict === 'network' ? judged.diagnostics : []);
    const mended = validateDocument(right.contract, right.documentType, right.document, { protocolVersion });
    expect(mended).toEqual({ ok: true, diagnostics: [], refusals: [] });
  });

  it.each(DOCUMENT_RULES.filter(({ code }) => code !== 'document-type-unusable'))(
    '$code: the contract of the example is sound',
    ({ right }) => {
      expect(validateContract(right.contract).accepted).toBe(true);
    },
  );

  it.each(DOCUMENT_RULES)('$code: says the same of the text of the document', ({ wrong }) => {
    const notes = documentValidator(wrong.contract, wrong.documentType);
    const text = typeof wrong.document === 'string' ? wrong.document : JSON.stringify(wrong.document);
    const unplaced = (document: unknown) =>
      notes.validate(document).diagnostics.map((diagnostic) => ({ ...diagnostic, range: undefined }));
    expect(unplaced(text)).toEqual(unplaced(wrong.document));
  });
});

import { describe, expect, it } from 'vitest';
import { explain, RULE_CODES, type RulePage } from '../explain/explain.js';
import { compareContracts } from '../compare/compare-contracts.js';
import { validateContract, type ValidateContractOptions } from '../check/validate-contract.js';
import { buildContract } from '../model/contract.js';
import { detectShape } from '../model/contract-shape.js';
import type { Property } from '../model/contract-model.js';
import { getProtocol, NEWEST_RELEASED_PROTOCOL, PROTOCOLS } from '../protocol/protocol-versions.js';
import { getMember } from '../source/json-node.js';
import { readValue } from '../source/read-value.js';
import { RULES } from './all-rules.js';
import type { Rule, Subjects } from './rule.js';
import { RULES_BY_SUBJECT } from './rules.js';

/** Checks an example of a rule: a contract, or a registered one and its update. */
function judge(input: RulePage['input'], example: unknown, options: ValidateContractOptions) {
  if (input === 'contract') return validateContract(example, options);
  if (typeof example !== 'object' || example === null || !('before' in example) || !('after' in example))
    throw new TypeError('expected an example with before and after');
  return compareContracts(example.before, example.after, options);
}

const CONTRACT_CODES = RULES.map(({ code }) => code);

describe('the rule table', () => {
  it('has unique codes in kebab case', () => {
    expect(new Set(RULE_CODES).size).toBe(RULE_CODES.length);
    expect(RULE_CODES).toEqual(expect.arrayContaining(CONTRACT_CODES));
    for (const code of RULE_CODES) expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it.each(CONTRACT_CODES)('%s: the wrong example violates only this rule, the right one none', (code) => {
    const page = explain(code);
    const protocolVersion = page!.versions.at(-1)!;
    expect(page!.wrong).toBeDefined();
    const wrong = judge(page!.input, page!.wrong, { protocolVersion, ...page!.options });
    expect(wrong.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    const right = judge(page!.input, page!.right, { protocolVersion, ...page!.options });
    expect(right.diagnostics).toEqual([]);
    expect(right).toMatchObject({ ok: true, accepted: true });
  });

  it.each(RULE_CODES)('%s: explains its reason, fix and versions', (code) => {
    const { why, fix, title, versions } = explain(code)!;
    for (const text of [why, fix, title]) expect(text.length).toBeGreaterThan(10);
    expect(versions.length).toBeGreaterThan(0);
  });

  /** The examples that are one document type and nothing else, by code. */
  const examples = RULES.flatMap(({ code, wrong, severity, isActive }) => {
    // A contract that is too large is not looked at as closely.
    if (code.startsWith('contract-size')) return [];
    const isNote = typeof wrong === 'object' && wrong !== null && Object.keys(wrong).join() === 'note';
    const isError = severity === 'network' || severity === 'specification';
    return isNote && isError && isActive?.(PROTOCOLS.get(NEWEST_RELEASED_PROTOCOL)!) !== false
      ? [{ code, type: Object.values(wrong)[0] as unknown }]
      : [];
  });

  it('finds nothing by a rule whose members are missing', () => {
    const reported: string[] = [];
    let skipped = 0;
    const protocol = getProtocol();
    const run = <Kind extends 'document-type' | 'property' | 'index'>(
      kind: Kind,
      subject: Subjects[Kind],
    ) => {
      const rules: readonly Rule<Kind>[] = RULES_BY_SUBJECT[kind];
      for (const { code, needs, check } of rules) {
        if (needs === undefined || needs.some((name) => getMember(subject.node, name) !== undefined))
          continue;
        skipped += 1;
        check(subject, () => reported.push(code), protocol);
      }
    };
    const runAll = (property: Property): void => {
      run('property', property);
      property.children.forEach(runAll);
    };
    for (const example of RULES.flatMap(({ wrong, right }) => [wrong, right])) {
      const { root } = readValue(example);
      if (root?.kind !== 'object') continue;
      for (const type of buildContract(root, detectShape(root, 'auto'), 'create', protocol).documentTypes) {
        run('document-type', type);
        for (const index of type.indices) run('index', index);
        type.properties.forEach(runAll);
      }
    }
    expect(skipped).toBeGreaterThan(1000);
    expect(reported).toEqual([]);
  });

  it('reports the errors of any two document types, and no others', { timeout: 300_000 }, () => {
    expect(examples.length).toBeGreaterThan(50);
    for (const first of examples)
      for (const second of examples) {
        const { diagnostics } = validateContract({ first: first.type, second: second.type });
        const found = diagnostics.filter(({ severity }) => severity === 'error');
        expect(found.map(({ code }) => code)).toEqual([first.code, second.code]);
      }
  });

  it('reports the errors of many document types at once', () => {
    for (let from = 0; from < examples.length; from += 10) {
      const some = examples.slice(from, from + 10);
      const types = Object.fromEntries(some.map(({ code, type }) => [code, type]));
      const found = validateContract(types).diagnostics.filter(({ severity }) => severity === 'error');
      const codes = found.map(({ code }) => code).filter((code) => !code.startsWith('contract-size'));
      expect(codes).toEqual(some.map(({ code }) => code));
    }
  });
});

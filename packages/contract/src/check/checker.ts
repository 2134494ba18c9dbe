import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import { parsePosition } from '../model/contract.js';
import type { DocumentType, Property } from '../model/contract-model.js';
import { buildProperties } from '../model/property.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type {
  ContractSubjectKind,
  Finding,
  Report,
  Rule,
  RuleInfo,
  SubjectKind,
  Subjects,
} from '../rules/rule.js';
import { createDiagnostic } from '../rules/rule-diagnostic.js';
import { EXTENDED_RULES } from '../rules/extended-rules.js';
import { requireExtendedRules } from '../rules/require-extended-rules.js';
import { RULES_BY_SUBJECT } from '../rules/rules.js';
import { TRAILING_COMMA } from '../rules/source-rules.js';
import type { UpdateRules } from '../rules/update-rules.js';
import { suggestFix } from '../rules/suggest-name.js';
import { getMember, asObject, getPointer, type JsonNode } from '../source/json-node.js';
import type { Source } from '../source/source.js';
import type { ContractUpdate } from '../update/contract-update.js';
import type { Baseline } from '../update/baseline.js';
import { RejectedNodes } from '../update/rejected-nodes.js';

/** Orders a diagnostic among the others. */
interface PlacedDiagnostic {
  readonly at: number;
  readonly node: JsonNode | undefined;
  readonly diagnostic: Diagnostic;
}

/** Runs the rules over one input and collects what they report. */
export class Checker {
  private readonly errors: PlacedDiagnostic[] = [];
  /** Warnings and hints: dropped first where there are too many diagnostics. */
  private lints: PlacedDiagnostic[] = [];
  /** Collects the nodes that the network rejects. */
  readonly rejectedNodes = new RejectedNodes();
  /** Collects the nodes that do not fit the meta-schema: other rules have nothing to say about them. */
  private readonly malformedNodes = new RejectedNodes();
  private readonly seen = new Set<string>();
  private readonly rules: ProtocolRuleSet;
  private rule: RuleInfo | undefined;

  /**
   * True after an error of the network (`isRejected`), or of network or specification or something unusable
   * (`hasErrors`). Dropped ones count.
   */
  isRejected = false;
  hasErrors = false;
  /** True after an error other than a trailing comma: what follows from the input may not be as it is meant. */
  isUnreadable = false;
  /** True if there were more diagnostics than `maxDiagnostics`. */
  isTruncated = false;

  /**
   * @param maxDiagnostics maximum number of diagnostics, errors first. With that many errors of a rejected contract,
   * the checker stops.
   */
  constructor(
    private readonly source: Source,
    private readonly protocol: ProtocolRules,
    private readonly maxDiagnostics: number,
  ) {
    this.rules = selectRules(protocol);
  }

  /** Lists the diagnostics in the order of the input. */
  get diagnostics(): Diagnostic[] {
    return [...this.errors, ...this.lints.slice(0, this.maxDiagnostics - this.errors.length)]
      .toSorted((a, b) => a.at - b.at)
      .map(({ diagnostic }) => diagnostic);
  }

  checkSource(): void {
    this.run('source', this.source, undefined);
  }

  checkContract(contract: Contract): void {
    this.run('contract', contract, undefined);
    for (const documentType of contract.documentTypes) this.checkDocumentType(documentType);
    if (contract.defsNode !== undefined) this.checkDefinitions(contract, contract.defsNode);
    if (contract.readsTokens) {
      this.checkEntries('group', getMember(contract.root, 'groups'), contract);
      this.checkEntries('token', getMember(contract.root, 'tokens'), contract);
    }
    this.run('whole-contract', contract, undefined);
  }

  private checkDefinitions(contract: Contract, node: JsonNode): void {
    const definitions = buildProperties(node, {
      contract,
      documentType: undefined,
      fields: new Map(),
      followed: new Set(),
      place: 'definition',
    });
    for (const definition of definitions) this.checkProperty(definition);
  }

  checkBaseline(baseline: Baseline, rules: UpdateRules): void {
    this.runAll(rules.baseline.map(activate), baseline);
  }

  checkUpdate(update: ContractUpdate, rules: UpdateRules): void {
    this.runAll(rules.update.map(activate), update);
    const typeRules = rules['type-update'].map(activate);
    for (const type of update.types) this.runAll(typeRules, type);
  }

  private checkDocumentType(documentType: DocumentType): void {
    this.run('document-type', documentType, documentType.node);
    for (const property of documentType.properties) this.checkProperty(property);
    for (const index of documentType.indices) this.run('index', index, index.node);
    this.run('whole-type', documentType, documentType.node);
  }

  private checkProperty(property: Property): void {
    this.run('property', property, property.node);
    for (const child of property.children) this.checkProperty(child);
  }

  private checkEntries(kind: 'group' | 'token', node: JsonNode | undefined, contract: Contract): void {
    for (const [key, entry] of asObject(node)?.members ?? []) {
      const position = parsePosition(key);
      if (position !== undefined) this.run(kind, { position, node: entry, contract }, entry);
    }
  }

  private run<Kind extends ContractSubjectKind>(
    kind: Kind,
    subject: Subjects[Kind],
    node: JsonNode | undefined,
  ): void {
    const groups: readonly RuleGroup<Kind>[] = this.rules[kind];
    for (const { needs, rules } of groups)
      if (needs === undefined || needs.some((name) => getMember(node, name) !== undefined))
        this.runAll(rules, subject);
  }

  private runAll<Kind extends SubjectKind>(
    rules: readonly ActiveRule<Kind>[],
    subject: Subjects[Kind],
  ): void {
    for (const { rule, check } of rules) {
      if (this.isTruncated && this.isRejected && this.errors.length >= this.maxDiagnostics) return;
      this.rule = rule;
      check(subject, this.report, this.protocol);
    }
  }

  /** Records a finding of the running rule. */
  private readonly report: Report = (node, finding) => {
    const { rule, source } = this;
    if (rule === undefined) return;
    if (this.isExplained(node, finding)) return;
    const isError = rule.severity !== 'warning' && rule.severity !== 'hint';
    this.isRejected ||= rule.severity === 'network';
    this.hasErrors ||= isError;
    this.isUnreadable ||= isError && rule.code !== TRAILING_COMMA;
    const at = node ?? source.root;
    // An error of the text is none of the value.
    if (rule.severity === 'network' && at !== undefined && finding.span === undefined) {
      this.rejectedNodes.add(at);
      if (rule.official?.layer === 'meta') this.malformedNodes.add(at);
    }
    const reported = isError ? this.errors : this.lints;
    if (reported.length >= this.maxDiagnostics) {
      this.isTruncated = true;
      return;
    }
    const { message, isAtName = false, fixAt, span } = finding;
    const { note, suggestion, fix, patch } = suggestFix(at, finding);
    const { official = rule.official } = finding;
    const [start, end] = span ? [span.start, span.end] : locate(at, isAtName);
    // A definition is checked once for each document type, but its error is reported once.
    const mark = `${rule.code} ${start} ${isAtName} ${message}`;
    if (this.seen.has(mark)) return;
    this.seen.add(mark);
    if (finding.replaces !== undefined) this.removeLints(finding.replaces);
    reported.push({
      at: start,
      node: at,
      diagnostic: createDiagnostic(rule, {
        message: note === undefined || suggestion !== undefined ? message : `${message}; ${note}`,
        suggestion,
        at: at === undefined ? '' : getPointer(at),
        range: source.lines?.range(start, end),
        fix: {
          text: `${fix ?? rule.fix}${this.lineOf(fixAt)}`,
          ...(patch === undefined ? {} : { patch }),
        },
        official,
      }),
    });
    this.isTruncated ||= this.errors.length + this.lints.length > this.maxDiagnostics;
  };

  /** Returns whether what another rule rejected is the cause of a finding. */
  private isExplained(node: JsonNode | undefined, finding: Finding): boolean {
    const { unlessRejected, unlessMalformed = node } = finding;
    if (unlessRejected !== undefined && !this.rejectedNodes.isClean(unlessRejected)) return true;
    if (unlessMalformed === undefined || this.rule?.official?.layer === 'meta') return false;
    return this.malformedNodes.isIn(unlessMalformed);
  }

  private removeLints(nodes: readonly JsonNode[]): void {
    this.lints = this.lints.filter(({ node }) => node === undefined || !nodes.includes(node));
  }

  private lineOf(node: JsonNode | undefined): string {
    if (node === undefined || this.source.lines === undefined) return '';
    return ` See line ${this.source.lines.range(node.start, node.end).start.line}.`;
  }
}

/** Pairs a rule with its check. Rules have different members: engines find the check of a pair faster. */
interface ActiveRule<Kind extends SubjectKind> {
  readonly rule: RuleInfo;
  readonly check: Rule<Kind>['check'];
}

const activate = <Kind extends SubjectKind>(rule: Rule<Kind>): ActiveRule<Kind> => ({
  rule,
  check: rule.check,
});

/** Holds rules in a row that need the same members. */
interface RuleGroup<Kind extends SubjectKind> {
  readonly needs: readonly string[] | undefined;
  readonly rules: ActiveRule<Kind>[];
}

type ProtocolRuleSet = { readonly [Kind in ContractSubjectKind]: readonly RuleGroup<Kind>[] };

const RULES_BY_PROTOCOL = new Map<ProtocolRules, ProtocolRuleSet>();

/** Selects the rules of a protocol version. */
function selectRules(protocol: ProtocolRules): ProtocolRuleSet {
  const known = RULES_BY_PROTOCOL.get(protocol);
  if (known !== undefined) return known;
  requireExtendedRules(protocol);
  const selectActive = <Kind extends ContractSubjectKind>(kind: Kind): readonly RuleGroup<Kind>[] => {
    const own: readonly Rule<Kind>[] = RULES_BY_SUBJECT[kind];
    const added: readonly Rule<Kind>[] = EXTENDED_RULES[kind];
    const all = protocol.extendedLanguage ? [...added, ...own] : own;
    const groups: RuleGroup<Kind>[] = [];
    for (const rule of all) {
      if (rule.isActive?.(protocol) === false) continue;
      const last = groups.at(-1);
      if (last !== undefined && last.needs === rule.needs) last.rules.push(activate(rule));
      else groups.push({ needs: rule.needs, rules: [activate(rule)] });
    }
    return groups;
  };
  const rules: ProtocolRuleSet = {
    source: selectActive('source'),
    contract: selectActive('contract'),
    'document-type': selectActive('document-type'),
    property: selectActive('property'),
    index: selectActive('index'),
    'whole-type': selectActive('whole-type'),
    'whole-contract': selectActive('whole-contract'),
    group: selectActive('group'),
    token: selectActive('token'),
  };
  RULES_BY_PROTOCOL.set(protocol, rules);
  return rules;
}

function locate(node: JsonNode | undefined, isAtName: boolean): readonly [number, number] {
  if (node === undefined) return [0, 0];
  return isAtName && node.keyEnd > 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
}

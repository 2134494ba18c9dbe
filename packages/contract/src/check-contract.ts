import type { Diagnostic } from './diagnostic.js';
import type { Contract } from './model/contract.js';
import { positionKey } from './model/contract.js';
import type { DocumentType } from './model/document-type.js';
import { buildProperties, type Property } from './model/property.js';
import type { ProtocolRules } from './protocol/protocol-rules.js';
import type { Report, RuleAbout, RuleFacts, SubjectKind, Subjects } from './rules/rule.js';
import { diagnosticOf } from './rules/rule-diagnostic.js';
import { RULES_ABOUT } from './rules/rules.js';
import { member, objectOf, pointerTo, type JsonNode } from './source/json-node.js';
import type { Source } from './source/source.js';
import type { ContractUpdate } from './update/contract-update.js';
import type { Registered } from './update/registered.js';
import { Soundness } from './update/soundness.js';

/** A diagnostic and where it belongs among the others. */
interface Placed {
  readonly at: number;
  readonly node: JsonNode | undefined;
  readonly diagnostic: Diagnostic;
}

/** Runs the rules over one input and collects what they report. */
export class Checker {
  private readonly errors: Placed[] = [];
  /** Warnings and hints: they give way to errors where there are too many. */
  private remarks: Placed[] = [];
  /** Where the network refuses what was checked. */
  readonly soundness = new Soundness();
  private readonly marks = new Set<string>();
  private readonly rules: RulesAbout;
  private rule: RuleFacts | undefined;

  /** Whether an error of the network's was found, and one of anybody's; those that are left out count as well. */
  isRefused = false;
  hasErrors = false;
  /** Whether there were more diagnostics than are wanted. */
  isTruncated = false;

  /** @param maxDiagnostics how many are wanted, errors before all others; with that many errors of a refused contract, the rest is not looked at */
  constructor(
    private readonly source: Source,
    private readonly protocol: ProtocolRules,
    private readonly maxDiagnostics: number,
  ) {
    this.rules = rulesOf(protocol);
  }

  /** In the order in which they stand in the input. */
  get diagnostics(): Diagnostic[] {
    return [...this.errors, ...this.remarks.slice(0, this.maxDiagnostics - this.errors.length)]
      .toSorted((a, b) => a.at - b.at)
      .map(({ diagnostic }) => diagnostic);
  }

  checkSource(): void {
    this.run('source', this.source);
  }

  checkContract(contract: Contract): void {
    this.run('contract', contract);
    for (const documentType of contract.documentTypes) this.checkDocumentType(documentType);
    const definitions = buildProperties(contract.defsNode, {
      contract,
      documentType: undefined,
      fields: new Map(),
      followed: new Set(),
      place: 'definition',
    });
    for (const definition of definitions) this.checkProperty(definition);
    if (!contract.tokensRead) return;
    this.checkEntries('group', member(contract.root, 'groups'), contract);
    this.checkEntries('token', member(contract.root, 'tokens'), contract);
  }

  checkRegistered(registered: Registered): void {
    this.run('registered', registered);
  }

  checkUpdate(update: ContractUpdate): void {
    this.run('update', update);
    for (const type of update.types) this.run('type-update', type);
  }

  private checkDocumentType(documentType: DocumentType): void {
    this.run('document-type', documentType);
    for (const property of documentType.properties) this.checkProperty(property);
    for (const index of documentType.indices) this.run('index', index);
  }

  private checkProperty(property: Property): void {
    this.run('property', property);
    for (const child of property.children) this.checkProperty(child);
  }

  private checkEntries(kind: 'group' | 'token', node: JsonNode | undefined, contract: Contract): void {
    for (const [key, entry] of objectOf(node)?.members ?? []) {
      const position = positionKey(key);
      if (position !== undefined) this.run(kind, { position, node: entry, contract });
    }
  }

  private run<Kind extends SubjectKind>(kind: Kind, subject: Subjects[Kind]): void {
    const rules: readonly RuleAbout<Kind>[] = this.rules[kind];
    for (const rule of rules) {
      if (this.isTruncated && this.isRefused && this.errors.length >= this.maxDiagnostics) return;
      this.rule = rule;
      rule.check(subject, this.report, this.protocol);
    }
  }

  /** Takes what the rule that is running reports. */
  private readonly report: Report = (node, finding) => {
    const { rule, source } = this;
    if (rule === undefined) return;
    const isError = rule.verdict === 'network' || rule.verdict === 'specification';
    this.isRefused ||= rule.verdict === 'network';
    this.hasErrors ||= isError;
    const at = node ?? source.root;
    if (rule.verdict === 'network' && at !== undefined) this.soundness.refuse(at);
    const reported = isError ? this.errors : this.remarks;
    if (reported.length >= this.maxDiagnostics) {
      this.isTruncated = true;
      return;
    }
    const { message, atName = false, mend, mendAt, patch, span, official = rule.official } = finding;
    const [start, end] = span ? [span.start, span.end] : place(at, atName);
    // A definition is looked at once for each document type, and its mistake is one.
    const mark = `${rule.code} ${start} ${atName} ${message}`;
    if (this.marks.has(mark)) return;
    this.marks.add(mark);
    if (finding.insteadOf !== undefined) this.takeBack(finding.insteadOf);
    reported.push({
      at: start,
      node: at,
      diagnostic: diagnosticOf(rule, {
        message,
        pointer: at === undefined ? '' : pointerTo(at),
        range: source.lines?.range(start, end),
        mend: {
          text: `${mend ?? rule.mend}${this.lineOf(mendAt)}`,
          ...(patch === undefined ? {} : { patch }),
        },
        official,
      }),
    });
    this.isTruncated ||= this.errors.length + this.remarks.length > this.maxDiagnostics;
  };

  private takeBack(nodes: readonly JsonNode[]): void {
    this.remarks = this.remarks.filter(({ node }) => node === undefined || !nodes.includes(node));
  }

  private lineOf(node: JsonNode | undefined): string {
    if (node === undefined || this.source.lines === undefined) return '';
    return ` It stands in line ${this.source.lines.range(node.start, node.end).start.line}.`;
  }
}

type RulesAbout = { readonly [Kind in SubjectKind]: readonly RuleAbout<Kind>[] };

const RULES_BY_PROTOCOL = new Map<ProtocolRules, RulesAbout>();

/** The rules that hold in a protocol version. */
function rulesOf(protocol: ProtocolRules): RulesAbout {
  const known = RULES_BY_PROTOCOL.get(protocol);
  if (known !== undefined) return known;
  const holding = <Kind extends SubjectKind>(kind: Kind): readonly RuleAbout<Kind>[] => {
    const all: readonly RuleAbout<Kind>[] = RULES_ABOUT[kind];
    return all.filter(({ holds }) => holds?.(protocol) !== false);
  };
  const rules: RulesAbout = {
    source: holding('source'),
    contract: holding('contract'),
    'document-type': holding('document-type'),
    property: holding('property'),
    index: holding('index'),
    group: holding('group'),
    token: holding('token'),
    registered: holding('registered'),
    update: holding('update'),
    'type-update': holding('type-update'),
  };
  RULES_BY_PROTOCOL.set(protocol, rules);
  return rules;
}

function place(node: JsonNode | undefined, atName: boolean): readonly [number, number] {
  if (node === undefined) return [0, 0];
  return atName && node.keyEnd > 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
}

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

/** A diagnostic and where it belongs among the others. */
interface Placed {
  readonly at: number;
  readonly diagnostic: Diagnostic;
}

/** Runs the rules over one input and collects what they report. */
export class Checker {
  private readonly placed: Placed[] = [];
  private readonly marks = new Set<string>();
  private readonly reporters = new Map<RuleFacts, Report | undefined>();

  constructor(
    private readonly source: Source,
    private readonly protocol: ProtocolRules,
  ) {}

  /** In the order in which they stand in the input. */
  get diagnostics(): Diagnostic[] {
    return this.placed.toSorted((a, b) => a.at - b.at).map(({ diagnostic }) => diagnostic);
  }

  get hasErrors(): boolean {
    return this.placed.some(({ diagnostic }) => diagnostic.severity === 'error');
  }

  checkSource(): void {
    this.run('source', this.source);
  }

  checkContract(contract: Contract): void {
    this.run('contract', contract);
    for (const documentType of contract.documentTypes) this.checkDocumentType(documentType, contract);
    const definitions = buildProperties(contract.defsNode, {
      contract,
      documentRoot: undefined,
      protocol: this.protocol,
      fields: new Map(),
      place: 'definition',
    });
    for (const definition of definitions) this.checkProperty(definition, undefined, contract);
    if (!contract.tokensRead) return;
    this.checkEntries('group', member(contract.root, 'groups'), contract);
    this.checkEntries('token', member(contract.root, 'tokens'), contract);
  }

  private checkDocumentType(documentType: DocumentType, contract: Contract): void {
    this.run('document-type', documentType);
    for (const property of documentType.properties) this.checkProperty(property, documentType, contract);
    for (const index of documentType.indices) this.run('index', index);
  }

  private checkProperty(
    property: Property,
    documentType: DocumentType | undefined,
    contract: Contract,
  ): void {
    this.run('property', { ...property, documentType, contract });
    for (const child of property.children) this.checkProperty(child, documentType, contract);
  }

  private checkEntries(kind: 'group' | 'token', node: JsonNode | undefined, contract: Contract): void {
    for (const [key, entry] of objectOf(node)?.members ?? []) {
      const position = positionKey(key);
      if (position !== undefined) this.run(kind, { position, node: entry, contract });
    }
  }

  private run<Kind extends SubjectKind>(kind: Kind, subject: Subjects[Kind]): void {
    const rules: readonly RuleAbout<Kind>[] = RULES_ABOUT[kind];
    for (const rule of rules) {
      const report = this.reporterOf(rule);
      if (report !== undefined) rule.check(subject, report, this.protocol);
    }
  }

  /** How a rule reports; nothing when it does not hold in this protocol version. */
  private reporterOf(rule: RuleFacts): Report | undefined {
    if (this.reporters.has(rule)) return this.reporters.get(rule);
    const report = rule.holds?.(this.protocol) === false ? undefined : this.reporter(rule);
    this.reporters.set(rule, report);
    return report;
  }

  private reporter(rule: RuleFacts): Report {
    return (node, { message, atName = false, mend, patch, span, official = rule.official }) => {
      const at = node ?? this.source.root;
      const [start, end] = span ? [span.start, span.end] : place(at, atName);
      // A definition is looked at once for each document type, and its mistake is one.
      const mark = `${rule.code} ${start} ${atName} ${message}`;
      if (this.marks.has(mark)) return;
      this.marks.add(mark);
      this.placed.push({
        at: start,
        diagnostic: diagnosticOf(rule, {
          message,
          pointer: at === undefined ? '' : pointerTo(at),
          range: this.source.lines?.range(start, end),
          mend: { text: mend ?? rule.mend, ...(patch === undefined ? {} : { patch }) },
          official,
        }),
      });
    };
  }
}

function place(node: JsonNode | undefined, atName: boolean): readonly [number, number] {
  if (node === undefined) return [0, 0];
  return atName && node.keyEnd > 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
}

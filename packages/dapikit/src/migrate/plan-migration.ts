import {
  compareContracts,
  describeContract,
  estimateFees,
  type ContractChange,
  type Diagnostic,
  type DocumentTypeDescription,
  type Form,
} from '@dapikit/contract';
import { hasSameContent } from '../platform/contract-update.js';
import { parseExactly } from '../platform/exact-json.js';
import { contractParts, objectOf, withDefs, withTypes, type ContractParts } from './contract-parts.js';

/** Configures {@link planMigration}. */
export interface PlanOptions {
  readonly protocolVersion: number;
  readonly form: Form;
}

/** Describes what becomes of a document type. */
export interface TypePlan {
  readonly name: string;
  /** `same` and `changed` types stay where they are, `moved` ones cannot be updated, `removed` and `added` are in one contract only. */
  readonly becomes: 'same' | 'changed' | 'moved' | 'removed' | 'added';
  /** Why the platform does not update it. */
  readonly reasons: readonly Diagnostic[];
  /** Sentences about copies of its documents: who signs, and what is lost. */
  readonly copies: readonly string[];
}

/** Describes an update that the platform accepts instead. */
export interface LegalUpdate {
  /** Sentences about the changes to the new contract. */
  readonly edits: readonly string[];
  readonly contract: Readonly<Record<string, unknown>>;
  /** DASH. */
  readonly fee: string;
}

/** Says how a registered contract becomes a new one. */
export type MigrationPlan =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'update'; readonly changes: readonly ContractChange[]; readonly fee: string }
  | {
      readonly kind: 'move';
      readonly changes: readonly ContractChange[];
      readonly types: readonly TypePlan[];
      /** Why the platform does not update members beside the document types. */
      readonly reasons: readonly Diagnostic[];
      readonly instead: LegalUpdate | undefined;
      /** Cost of the registration of the new contract in DASH. */
      readonly fee: string;
    }
  | {
      readonly kind: 'invalid';
      readonly which: 'registered' | 'new';
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Plans how a registered contract becomes a new one: by an update where the platform accepts it, otherwise by a new contract into which documents are
 * copied, with the update that comes nearest.
 * @param before text of the registered contract
 * @param after text of the new one
 */
export function planMigration(before: string, after: string, options: PlanOptions): MigrationPlan {
  const verdict = compareContracts(before, after, options);
  const { changes, diagnostics } = verdict;
  if (changes === undefined) return unreadable(before, after, options, diagnostics);
  if (hasSameContent({ changes }))
    return describeContract(asNew(after), options).ok
      ? { kind: 'unchanged' }
      : unreadable(before, after, options, diagnostics);
  if (verdict.fees !== undefined) return { kind: 'update', changes, fee: verdict.fees.total.dash };
  const registration = asNew(after);
  const [registered, described] = [
    describeContract(asNew(before), options),
    describeContract(registration, options),
  ];
  if (!described.ok)
    return { kind: 'invalid', which: 'new', diagnostics: rejectionsOf(described.diagnostics) };
  if (!registered.ok)
    return { kind: 'invalid', which: 'registered', diagnostics: rejectionsOf(registered.diagnostics) };
  const old = contractParts(before, registered.description.shape);
  const fresh = contractParts(after, described.description.shape);
  const plans = [...new Set([...old.types.keys(), ...fresh.types.keys()])].map((name) =>
    planType(name, old, fresh, options),
  );
  const descriptions = new Map(described.description.documentTypes.map((type) => [type.name, type]));
  const types = plans.map((plan) => ({ ...plan, copies: copiesOf(plan, descriptions.get(plan.name)) }));
  // Reasons of types are places in the registered contract, which may have another form.
  const known = new Set(types.flatMap(({ reasons }) => reasons.map((reason) => reasonIn(old, reason))));
  return {
    kind: 'move',
    changes,
    types,
    reasons: rejectionsOf(diagnostics).filter(
      (reason) => reason.code !== REMOVED && !known.has(reasonIn(fresh, reason)),
    ),
    instead: nearestUpdate(old, fresh, types, options),
    fee: estimateFees(registration, options).estimate?.total.dash ?? 'unknown',
  };
}

/** Code of a reason that the plan of the type says. */
const REMOVED = 'update-type-removed';

/** Returns a reason with its place below the document types, whatever member they are in. */
function reasonIn({ member }: ContractParts, { code, at }: Diagnostic): string {
  const start = member === undefined ? '' : `/${member}`;
  return `${code} ${at.startsWith(`${start}/`) ? at.slice(start.length) : at}`;
}

/** Returns what is wrong with the first contract that the network rejects; with the pair where it accepts each. */
function unreadable(
  before: string,
  after: string,
  options: PlanOptions,
  ofPair: readonly Diagnostic[],
): MigrationPlan {
  const registered = describeContract(asNew(before), options);
  const which = registered.ok ? 'new' : 'registered';
  const { diagnostics } = registered.ok ? describeContract(asNew(after), options) : registered;
  const rejections = rejectionsOf(diagnostics);
  return { kind: 'invalid', which, diagnostics: rejections.length > 0 ? rejections : rejectionsOf(ofPair) };
}

/** Returns a contract as it is registered: with version 1. Text that is no JSON stays as it is. */
function asNew(text: string): unknown {
  try {
    const root = objectOf(parseExactly(text));
    return typeof root['version'] === 'number' ? { ...root, version: 1 } : text;
  } catch {
    return text;
  }
}

const rejectionsOf = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');

/** Judges one document type by an update that changes it alone. */
function planType(name: string, old: ContractParts, fresh: ContractParts, options: PlanOptions): TypePlan {
  const [before, after] = [old.types.get(name), fresh.types.get(name)];
  const plan = (becomes: TypePlan['becomes'], reasons: readonly Diagnostic[] = []): TypePlan => ({
    name,
    becomes,
    reasons,
    copies: [],
  });
  if (before === undefined) return plan('added');
  if (after === undefined) return plan('removed');
  const update = withTypes(withDefs(old, fresh), new Map(old.types).set(name, after), nextVersion(old));
  const { accepted, diagnostics, changes = [] } = compareContracts(old.root, update, options);
  if (hasSameContent({ changes })) return plan('same');
  return accepted ? plan('changed') : plan('moved', rejectionsOf(diagnostics));
}

const nextVersion = ({ root }: ContractParts): number | undefined => {
  const { version } = root;
  return typeof version === 'number' ? version + 1 : undefined;
};

/** Says who has to sign copies of the documents of a type in a new contract, and what a copy does not have. */
function copiesOf({ becomes }: TypePlan, type: DocumentTypeDescription | undefined): readonly string[] {
  if (becomes === 'added') return [];
  if (type === undefined)
    return ['Its documents stay in the registered contract: the new one has no such type.'];
  const { creationRestrictionMode: mode } = type;
  if (mode === 2) return ['Nobody creates documents of this type: they cannot be copied.'];
  const lost = [
    'ids',
    ...(type.recordedTimes.length > 0 ? [`original ${type.recordedTimes.join(', ')}`] : []),
    ...(type.requiresRevision ? ['revisions'] : []),
    ...(type.documentsKeepHistory ? ['history'] : []),
    ...(type.tradeMode === 1 ? ['prices'] : []),
  ];
  const contested = type.indices.filter((index) => index.contested !== undefined).map(({ name }) => name);
  const unique = type.indices
    .filter((index) => index.unique && index.contested === undefined)
    .map(({ name }) => name);
  return [
    mode === 1
      ? 'The owner of the contract signs each copy, and owns it then: copies of documents of others change their owner.'
      : 'The owner of each document signs its copy, and pays for it.',
    `A copy loses: ${lost.join(', ')}.`,
    ...(unique.length > 0
      ? [`Until a document is copied, anybody can take its unique values (${unique.join(', ')}).`]
      : []),
    ...(contested.length > 0
      ? [`Contested values (${contested.join(', ')}) are won again by a vote, whose fund is paid again.`]
      : []),
    ...(type.tokenCost.create === undefined
      ? []
      : [`A copy costs ${type.tokenCost.create.amount} of token ${type.tokenCost.create.tokenPosition}.`]),
  ];
}

/** Returns the new contract with the fewest changes that make it an update: what cannot change stays, and comes again under another name. */
function nearestUpdate(
  old: ContractParts,
  fresh: ContractParts,
  plans: readonly TypePlan[],
  options: PlanOptions,
): LegalUpdate | undefined {
  const types = new Map(fresh.types);
  const edits: string[] = [];
  for (const { name, becomes } of plans) {
    if (becomes !== 'moved' && becomes !== 'removed') continue;
    types.set(name, old.types.get(name));
    if (becomes === 'removed') edits.push(`Keep the document type "${name}".`);
    else {
      const other = freeName(name, types, old.types);
      types.set(other, fresh.types.get(name));
      edits.push(`Keep the document type "${name}" as it is registered, and add the new one as "${other}".`);
    }
  }
  const version = nextVersion(old);
  if (version !== undefined && fresh.member !== undefined && fresh.root['version'] !== version)
    edits.push(`Set "version" to ${version}.`);
  for (const base of [fresh, old]) {
    const contract = withTypes(base, types, version);
    const { fees, changes = [] } = compareContracts(old.root, contract, options);
    // All members as they are registered may be no change at all.
    if (fees !== undefined && (base === fresh || !hasSameContent({ changes })))
      return {
        edits:
          base === fresh
            ? edits
            : [...edits, 'Keep the members beside the document types as they are registered.'],
        contract,
        fee: fees.total.dash,
      };
  }
  return undefined;
}

/** Returns a name that no type has: `note2`, `note3` and so on. */
function freeName(name: string, ...taken: readonly ReadonlyMap<string, unknown>[]): string {
  for (let count = 2; ; count += 1) {
    const free = `${name}${count}`;
    if (taken.every((types) => !types.has(free))) return free;
  }
}

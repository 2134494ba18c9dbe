import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import {
  ClientError,
  ContractClient,
  identifier,
  identifierText,
  readFields,
  type DocumentShape,
  type RejectionNotes,
  type Signer,
} from '@dapikit/client';
import { stringify } from 'lossless-json';
import { shapesOf } from '../generate/shapes-module.js';
import type { Members } from '../platform/members.js';
import { CommandError } from '../program/command.js';
import {
  copiedData,
  ownedDocuments,
  entropyOfCopy,
  type CopiedCollection,
  type CopiedDocument,
} from './copy-source.js';
import { referencesTo } from './copy-references.js';
import { provenContract, type ProvenNetwork } from './proven-network.js';
import { tryCopies } from './try-copies.js';

/** A type of a registered contract: the contract alone stands for all of its types. */
export interface TypeName {
  readonly contractId: string;
  readonly typeName?: string;
}

/** Says what is copied. */
export interface CopyRequest {
  readonly from: TypeName;
  readonly to: TypeName;
  /** Base58. */
  readonly ownerId: string;
  /** Values of properties that documents do not have. */
  readonly added: Readonly<Record<string, unknown>>;
}

/** One document that is written. */
export interface Copy {
  readonly typeName: string;
  readonly source: CopiedDocument;
  readonly data: Readonly<Record<string, unknown>>;
  readonly entropy: Uint8Array;
}

/** Describes what becomes of the documents of a type. */
export interface TypeCopies {
  readonly from: string;
  readonly to: DocumentTypeDescription;
  readonly shape: DocumentShape;
  readonly copies: readonly Copy[];
  /** Number of copies that are there already. */
  readonly present: number;
  /** Properties that are left out. */
  readonly lost: readonly string[];
  /** Number of copies with the id of a copied document, by the path of the property: copies have other ids. */
  readonly references: ReadonlyMap<string, number>;
  /** Why the new contract rejects documents, by the id of the document. */
  readonly rejections: ReadonlyMap<string, string>;
}

/** Lists what is written, with what it costs. */
export interface CopyPlan {
  readonly types: readonly TypeCopies[];
  /** About, in credits. */
  readonly credits: bigint;
  readonly protocolVersion: number;
}

interface RegisteredContract {
  readonly id: string;
  readonly members: Members;
  readonly description: ContractDescription;
  readonly shapes: Readonly<Record<string, DocumentShape>>;
}

/**
 * Reads the documents of an owner and the copies that are there, and tries the rest on a platform in this process.
 * @throws {CommandError} (rejects) where a contract or a type is missing, or the owner may not create its documents
 */
export async function planCopies(network: ProvenNetwork, request: CopyRequest): Promise<CopyPlan> {
  const [from, to] = [
    await readRegistered(network, request.from.contractId),
    await readRegistered(network, request.to.contractId),
  ];
  const pairs = typePairs(request, from, to);
  checkAdded(
    request.added,
    pairs.map(([, target]) => to.shapes[target]),
  );
  const found: FoundCopies[] = [];
  for (const [source, target] of pairs)
    found.push(await copiesOfType(network, request, { from, source, to, target }));
  const all = found.flatMap(({ type }) => type.copies);
  const { credits, rejections } = await tryCopies(to.members, all, network.protocolVersion);
  const rejected = new Map([...rejections].map(([at, why]) => [all[at], why]));
  const ids = new Set(found.flatMap(({ sourceIds }) => sourceIds));
  const types = found.map(({ type }) => {
    const copies = type.copies.filter((copy) => !rejected.has(copy));
    return {
      ...type,
      copies,
      references: referencesTo(ids, copies),
      rejections: new Map(
        type.copies.flatMap((copy) => {
          const why = rejected.get(copy);
          return why === undefined ? [] : [[identifierText(copy.source.$id), why] as const];
        }),
      ),
    };
  });
  return { types, credits, protocolVersion: network.protocolVersion };
}

/** Returns the collection of a document type. */
export function collectionOf(
  { sdk, protocolVersion }: ProvenNetwork,
  contractId: string,
  shape: DocumentShape,
  writing: { readonly signer?: Signer; readonly rejections: RejectionNotes } = { rejections: {} },
): CopiedCollection {
  const { signer, rejections } = writing;
  const client = new ContractClient(
    sdk,
    { contractId, ...(signer && { signer }) },
    { protocolVersion, rejections },
  );
  return client.documents<CopiedCollection>(shape);
}

async function readRegistered(network: ProvenNetwork, id: string): Promise<RegisteredContract> {
  const found = await provenContract(network, id, network.protocolVersion);
  if (found === undefined) throw new CommandError(`there is no contract ${id} on ${network.name}`);
  const described = describeContract(stringify(found.members) ?? '', {
    protocolVersion: network.protocolVersion,
    form: 'contract',
  });
  if (!described.ok) throw new CommandError(`contract ${id} has parts that dapikit cannot read`);
  const { description } = described;
  return { id, members: found.members, description, shapes: shapesOf(description) };
}

/** Lists the types whose documents are copied, with those into which they are. */
function typePairs(
  { from, to }: CopyRequest,
  before: RegisteredContract,
  after: RegisteredContract,
): readonly (readonly [source: string, target: string])[] {
  const has = ({ id, shapes }: RegisteredContract, name: string): string => {
    if (!Object.hasOwn(shapes, name))
      throw new CommandError(
        `contract ${id} has no document type ${JSON.stringify(name)}: it has ${Object.keys(shapes).join(', ')}`,
      );
    return name;
  };
  if (from.typeName !== undefined || to.typeName !== undefined) {
    const name = from.typeName ?? to.typeName ?? '';
    return [[has(before, from.typeName ?? name), has(after, to.typeName ?? name)]];
  }
  const both = Object.keys(before.shapes).filter((name) => Object.hasOwn(after.shapes, name));
  if (both.length === 0)
    throw new CommandError('the contracts have no document type in common: name them as <id>/<type>');
  return both.map((name) => [name, name]);
}

/** Copies of a type before they are tried. */
interface FoundCopies {
  readonly type: Omit<TypeCopies, 'references' | 'rejections'>;
  /** Ids of the documents of the owner in base58, also of those that are copied already. */
  readonly sourceIds: readonly string[];
}

interface Between {
  readonly from: RegisteredContract;
  readonly source: string;
  readonly to: RegisteredContract;
  readonly target: string;
}

async function copiesOfType(
  network: ProvenNetwork,
  { ownerId, added }: CopyRequest,
  { from, source, to, target }: Between,
): Promise<FoundCopies> {
  const [before, after] = [from.shapes[source], to.shapes[target]];
  const type = to.description.documentTypes.find(({ name }) => name === target);
  if (before === undefined || after === undefined || type === undefined)
    throw new CommandError(`there is no document type ${source} or ${target}`);
  checkCreator(type, to, ownerId);
  const owner = identifier(ownerId);
  const { Document } = await import('@dashevo/evo-sdk');
  const present = new Set<string>();
  for await (const { $id } of ownedDocuments(collectionOf(network, to.id, after), after, owner))
    present.add(identifierText($id));
  const values = readAdded(added, after);
  const copies: Copy[] = [];
  const lost = new Set<string>();
  const sourceIds: string[] = [];
  let count = 0;
  for await (const document of ownedDocuments(collectionOf(network, from.id, before), before, owner)) {
    sourceIds.push(identifierText(document.$id));
    const entropy = entropyOfCopy(document.$id, to.id, target);
    if (present.has(identifierText(Document.generateId(target, ownerId, to.id, entropy)))) {
      count += 1;
      continue;
    }
    const copied = copiedData(document, after.fields, values);
    for (const path of copied.lost) lost.add(path);
    copies.push({ typeName: target, source: document, data: copied.data, entropy });
  }
  const found = { from: source, to: type, shape: after, copies, present: count, lost: [...lost] };
  return { type: found, sourceIds };
}

/** Reads values that documents get, as far as a type has them. @throws {CommandError} for one of another kind */
function readAdded(added: Members, { name: type, fields }: DocumentShape): Members {
  return Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(added, name))
      .flatMap((field) => {
        try {
          return Object.entries(readFields(added, [field]));
        } catch (error) {
          if (!(error instanceof ClientError)) throw error;
          const kind = field.kind === 'bigint' ? 'integer' : field.kind;
          throw new CommandError(
            `--set: ${JSON.stringify(field.name)} of document type ${type} is of kind ${kind}, found ${stringify(added[field.name])}`,
          );
        }
      }),
  );
}

function checkAdded(added: Members, shapes: readonly (DocumentShape | undefined)[]): void {
  const known = new Set(shapes.flatMap((shape) => shape?.fields.map(({ name }) => name) ?? []));
  const stray = Object.keys(added).find((name) => !known.has(name));
  if (stray !== undefined)
    throw new CommandError(`no document type has the property ${JSON.stringify(stray)}, which --set gives`);
}

function checkCreator(
  type: DocumentTypeDescription,
  { description }: RegisteredContract,
  ownerId: string,
): void {
  const { name, creationRestrictionMode: mode, indices } = type;
  if (mode === 2) throw new CommandError(`nobody creates documents of type ${name}`);
  if (mode === 1 && description.ownerId !== ownerId)
    throw new CommandError(`only the owner of the contract creates documents of type ${name}`);
  if (indices.some(({ contested }) => contested !== undefined))
    throw new CommandError(
      `documents of type ${name} may contend for a value, which costs a fund of a vote each: create them one by one`,
    );
}

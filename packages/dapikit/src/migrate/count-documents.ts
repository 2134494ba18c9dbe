import { describeContract } from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { shapesOf } from '../generate/shapes-module.js';
import { parseExactly } from '../platform/exact-json.js';
import { membersOf, type Members } from '../platform/members.js';
import { collectionOf } from './copy-plan.js';
import { copiedData, type CopiedDocument } from './copy-source.js';
import { answerOf, type ProvenNetwork } from './proven-network.js';
import { tryCopies } from './try-copies.js';

/** Documents of a type that are read to count it: where it does not count itself, each of them is read. */
const MAX_READ = 10_000;
/** Documents whose copies are tried: the fees of others are alike. */
const MAX_TRIED = 100;

/** Describes the documents of a type that are registered, and what their copies cost. */
export interface CountedType {
  readonly name: string;
  readonly count: bigint;
  /** False where the type has more documents: they were not all read. */
  readonly isWhole: boolean;
  /** About what copies of all of them cost, in credits; absent where nothing is copied, or no copy fits. */
  readonly credits?: bigint;
  /** Number of documents whose copies were tried, and of those that the new type rejects. */
  readonly tried: number;
  readonly rejected: number;
}

/** Says which documents are counted. */
export interface CountRequest {
  readonly contractId: string;
  /** The registered contract, in the official JSON. */
  readonly registered: Members;
  /** Text of the new contract, in the official JSON. */
  readonly updated: string;
  /** Types whose documents are copied. */
  readonly copied: readonly string[];
}

/** Counts the documents of each type of a registered contract, verified, and tries copies of some on a platform in this process. */
export async function countDocuments(
  network: ProvenNetwork,
  { contractId, registered, updated, copied }: CountRequest,
): Promise<readonly CountedType[]> {
  const options = { protocolVersion: network.protocolVersion, form: 'contract' } as const;
  // As they are registered: with version 1.
  const renewed = { ...membersOf(parseExactly(updated)), version: 1 };
  const [before, after] = [{ ...registered, version: 1 }, renewed].map((each) =>
    describeContract(stringify(each) ?? '', options),
  );
  if (before?.ok !== true || after?.ok !== true) return [];
  const [old, fresh] = [shapesOf(before.description), shapesOf(after.description)];
  const counted: CountedType[] = [];
  for (const { name, aggregates } of before.description.documentTypes) {
    const shape = old[name];
    if (shape === undefined) continue;
    const hasCount = aggregates.countable !== 'notCountable';
    const fields = copied.includes(name) ? fresh[name]?.fields : undefined;
    // A type that counts itself is read for its copies only.
    const most = !hasCount ? MAX_READ : fields === undefined ? 0 : MAX_TRIED;
    const found = most === 0 ? [] : await readSome(collectionOf(network, contractId, shape).all(), most);
    const count = hasCount ? await countOf(network, contractId, name) : BigInt(found.length);
    const copies = found
      .slice(0, fields === undefined ? 0 : MAX_TRIED)
      .map((document) => ({ typeName: name, data: copiedData(document, fields ?? []).data }));
    const tried = await tryCopies(renewed, copies, network.protocolVersion);
    const accepted = copies.length - tried.rejections.size;
    counted.push({
      name,
      count,
      isWhole: hasCount || found.length < MAX_READ,
      ...(accepted > 0 && { credits: (tried.credits * count) / BigInt(accepted) }),
      tried: copies.length,
      rejected: tried.rejections.size,
    });
  }
  return counted;
}

async function readSome(documents: AsyncIterable<CopiedDocument>, most: number): Promise<CopiedDocument[]> {
  const found: CopiedDocument[] = [];
  for await (const document of documents) {
    found.push(document);
    if (found.length >= most) break;
  }
  return found;
}

async function countOf({ sdk, name }: ProvenNetwork, contractId: string, type: string): Promise<bigint> {
  const query = { dataContractId: contractId, documentTypeName: type };
  const groups = await answerOf(name, async () => sdk.documents.count(query));
  return [...groups.values()].reduce((sum, count) => sum + count, 0n);
}

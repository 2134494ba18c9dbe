import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Eventually } from '@dapikit/chain';
import type { CommittedState, ProvenState } from '@dapikit/platform';
import type { PathQuery } from '@dapikit/proof';
import { GrpcError } from '../method/grpc-error.js';
import {
  unaryMethod,
  type DocumentedStatus,
  type GrpcMethodDocs,
  type UnaryMethod,
} from '../method/grpc-method.js';
import { selectionOf, type ProofSubject } from '../method/proof-subject.js';
import { openPlatform } from './open-platform.js';
import { readProven } from './proven-response.js';
import { priceOfQuery, type QueryPrice } from './query-price.js';
import { checkLength } from './request-values.js';
import { metadataOf } from './response-metadata.js';

/** Content of a request in version 0. */
type RequestV0<I extends DescMessage> =
  MessageShape<I> extends { version: infer Version } ? ContentOf<Version> : never;
type ContentOf<Version> = Version extends { case: 'v0'; value: infer Content } ? Content : never;

/** Type of the `result` of a response in version 0. */
type ResultV0<O extends DescMessage> =
  MessageInitShape<O> extends infer Init
    ? Init extends { version?: infer Version }
      ? ContentOf<Version> extends infer Content
        ? Content extends { $typeName: string }
          ? never
          : Content extends { result?: infer Result }
            ? Exclude<Result, undefined>
            : never
        : never
      : never
    : never;

/** Describes a query of one state: it reads its request once, then answers or proves from what was read. */
type PlatformQuery<I extends DescMessage, O extends DescMessage, Params> = GrpcMethodDocs & {
  /** Reads what answer and proof need of a request. @throws {GrpcError} INVALID_ARGUMENT */
  readonly read: (request: RequestV0<I>) => Params;
  /** Answers a request without proof. Nothing is data that is absent where the network answers so. */
  readonly answer: (params: Params, state: CommittedState) => Promise<ResultV0<O> | undefined>;
} & ProofOf<O, Params>;

/** The proof of a query, in one of three forms. */
type ProofOf<O extends DescMessage, Params> =
  | {
      /** Returns the path query that a verifier of the response rebuilds from the request alone. */
      readonly select: (params: Params) => PathQuery;
    }
  | (SubjectOf<Params> & {
      /** Returns the path query, which depends on the state as well. */
      readonly prove: (params: Params, state: ProvenState) => Eventually<PathQuery>;
    })
  | (SubjectOf<Params> & {
      /** Answers a request with a proof where the result has another form than one proof. */
      readonly answerProven: (params: Params, state: ProvenState) => Promise<ResultV0<O>>;
    });

interface SubjectOf<Params> {
  /**
   * Returns what a proof has to prove; `undefined` where the request alone does not say it. It relies on nothing that the quorum does not
   * sign, such as the epoch of the metadata.
   */
  readonly subject: ((params: Params) => ProofSubject | undefined) | undefined;
}

/** Why no proof is given. */
const NO_PROOFS = 'the local platform makes no proof of this query: send the request with prove false';

/** Lists the statuses of every query. */
export const QUERY_STATUSES: readonly DocumentedStatus[] = [
  { status: 'invalidArgument', when: 'a part of the request is missing, or has a wrong length or value' },
  {
    status: 'failedPrecondition',
    when: `a proof is requested (${NO_PROOFS}), or this gateway has no local platform`,
  },
  { status: 'unavailable', when: 'the database of the platform does not respond: try again later' },
];

/** Defines a query of the Platform service whose only version is 0: it is answered from one state, together with its block. */
export function platformQuery<I extends DescMessage, O extends DescMessage, Params>(
  descriptor: DescMethodUnary<I, O>,
  query: PlatformQuery<I, O, Params>,
): UnaryMethod {
  const { summary, description, cost, errors = [], read, answer } = query;
  const subject = 'select' in query ? (params: Params) => selectionOf(query.select(params)) : query.subject;
  return unaryMethod(descriptor, {
    summary,
    ...(description !== undefined && { description }),
    ...(cost !== undefined && { cost }),
    errors: [...errors, ...QUERY_STATUSES],
    ...(subject && { subject: (request) => subject(read(contentOf<I>(request))) }),
    handle: async (request, context) => {
      const content = contentOf<I>(request);
      await context.charge(priceOfQuery(content, { cost }));
      const platform = await openPlatform(context);
      const result = isProofWanted(content)
        ? await readProven(platform, async (state) => ({
            metadata: metadataOf(state),
            result: await proofOf(query, read(content), state),
          }))
        : await platform.readState(async (state) => ({
            metadata: metadataOf(state),
            result: await answer(read(content), state),
          }));
      return responseV0<O>(result);
    },
  });
}

/** Returns the proof of a query as the result of its response. */
async function proofOf<I extends DescMessage, O extends DescMessage, Params>(
  query: PlatformQuery<I, O, Params>,
  params: Params,
  state: ProvenState,
): Promise<unknown> {
  if ('answerProven' in query) return query.answerProven(params, state);
  const selected = 'select' in query ? query.select(params) : await query.prove(params, state);
  return oneofMember('proof', { grovedbProof: await state.proofs.prove(selected), ...state.signature });
}

/** Returns a response whose message has one version with a result and metadata, as those of all queries have. */
function responseV0<O extends DescMessage>(value: object): MessageInitShape<O> {
  const response: unknown = { version: oneofMember('v0', value) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ResultV0` is the type of its result
  return response as MessageInitShape<O>;
}

/**
 * Returns the units that the content of a request costs where another server responds to it.
 * @throws {GrpcError} INVALID_ARGUMENT when a list is longer than any that is read here
 */
export function priceOfForwarded(request: object, price: QueryPrice): number {
  const version: unknown = Reflect.get(request, 'version');
  if (!isVersion(version)) return 0;
  for (const [name, value] of Object.entries(version.value))
    if (Array.isArray(value)) checkLength(value, name);
  return priceOfQuery(version.value, price);
}

/** Returns the content of a request in its only version. @throws {GrpcError} INVALID_ARGUMENT without a version */
function contentOf<I extends DescMessage>(request: object): RequestV0<I> & object {
  const version: unknown = Reflect.get(request, 'version');
  if (!isVersion(version)) throw new GrpcError('invalidArgument', 'version is missing: send version 0');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only version of the message
  return version.value as RequestV0<I> & object;
}

const isVersion = (version: unknown): version is { readonly value: object } =>
  typeof version === 'object' && version !== null && typeof Reflect.get(version, 'value') === 'object';

/** Returns whether a request asks for a proof. */
const isProofWanted = (request: object): boolean => Reflect.get(request, 'prove') === true;

/** Returns a member of a oneof. */
export const oneofMember = <const Case extends string, Value>(
  name: Case,
  value: Value,
): { readonly case: Case; readonly value: Value } => ({ case: name, value });

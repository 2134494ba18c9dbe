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
import { provenResponse, readProven } from './proven-response.js';
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

/** Describes a query of one state. */
interface PlatformQuery<I extends DescMessage, O extends DescMessage> extends GrpcMethodDocs {
  /** Answers a request without proof. Nothing is data that is absent where the network answers so. */
  readonly answer: (request: RequestV0<I>, state: CommittedState) => Promise<ResultV0<O> | undefined>;
  /** Returns the path query that a verifier of the response rebuilds from the request alone. */
  readonly select?: (request: RequestV0<I>) => PathQuery;
  /** Returns the path query where it takes the state as well; no proof is made without one of both. */
  readonly prove?: (request: RequestV0<I>, state: ProvenState) => Eventually<PathQuery>;
  /**
   * Returns what a proof has to prove where that is not what `select` returns; nothing is known without one of both, or where it returns
   * `undefined`. It relies on nothing that the quorum does not sign, such as the epoch of the metadata.
   */
  readonly subject?: (request: RequestV0<I>) => ProofSubject | undefined;
  /** Answers a request with a proof where the result has another form than one proof. */
  readonly answerProven?: (request: RequestV0<I>, state: ProvenState) => Promise<ResultV0<O>>;
}

/** Why no proof is given. */
export const NO_PROOFS = 'the local platform makes no proof of this query: send the request with prove false';

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
export function platformQuery<I extends DescMessage, O extends DescMessage>(
  descriptor: DescMethodUnary<I, O>,
  {
    answer,
    select,
    prove = select,
    subject = subjectOf(select),
    answerProven,
    errors = [],
    ...docs
  }: PlatformQuery<I, O>,
): UnaryMethod {
  return unaryMethod(descriptor, {
    ...docs,
    errors: [...errors, ...QUERY_STATUSES],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only version of the message
    subject: (request) => subject?.(contentOf(request) as RequestV0<I>),
    handle: async (request, context) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only version of the message
      const content = contentOf(request) as RequestV0<I>;
      await context.charge(priceOfQuery(content, docs));
      const platform = await openPlatform(context);
      if (isProofWanted(content) && answerProven !== undefined) {
        const proven: unknown = await readProven(platform, async (state) => ({
          version: {
            case: 'v0',
            value: { result: await answerProven(content, state), metadata: metadataOf(state) },
          },
        }));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ResultV0 is the type of its result
        return proven as MessageInitShape<O>;
      }
      if (isProofWanted(content)) {
        if (prove === undefined) throw new GrpcError('failedPrecondition', NO_PROOFS);
        const proven: unknown = await provenResponse(platform, async (state) =>
          state.proofs.prove(await prove(content, state)),
        );
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every response has a proof and metadata
        return proven as MessageInitShape<O>;
      }
      const response: unknown = await platform.readState(async (state) => ({
        version: { case: 'v0', value: { result: await answer(content, state), metadata: metadataOf(state) } },
      }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ResultV0 is the type of its result
      return response as MessageInitShape<O>;
    },
  });
}

/** Returns what the proof of a path query of the request alone has to prove. */
const subjectOf = <I extends DescMessage, O extends DescMessage>(
  select: PlatformQuery<I, O>['select'],
): PlatformQuery<I, O>['subject'] => select && ((request) => selectionOf(select(request)));

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

/** @throws {GrpcError} INVALID_ARGUMENT without a version */
function contentOf(request: object): object {
  const version: unknown = Reflect.get(request, 'version');
  if (!isVersion(version)) throw new GrpcError('invalidArgument', 'version is missing: send version 0');
  return version.value;
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

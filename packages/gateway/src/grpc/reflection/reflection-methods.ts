import type { DescService, MessageInitShape } from '@bufbuild/protobuf';
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponseSchema,
} from '../generated/reflection_pb.js';
import { GRPC_CODES } from '../method/grpc-error.js';
import { dialogMethod, type GrpcMethod } from '../method/grpc-method.js';
import { DescribedFiles } from './described-files.js';

type Response = MessageInitShape<typeof ServerReflectionResponseSchema>;
type Content = NonNullable<Response['messageResponse']>;

/** Defines the path of the alpha version of the same service, which older tools call; its messages are the same. */
export const ALPHA_REFLECTION_PATH = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';

/** Returns the methods by which tools learn the services and messages of this server (grpc/doc/server-reflection.md). */
export function reflectionMethods(services: readonly DescService[]): readonly GrpcMethod[] {
  const described = [...services, ServerReflection];
  const files = new DescribedFiles(described);
  const names = described.map(({ typeName }) => typeName).toSorted();
  const info = dialogMethod(ServerReflection.method.serverReflectionInfo, {
    summary: 'Describes the services and messages of this server',
    description:
      'The services, and the .proto files by name or by a symbol in them, as grpcurl and Postman read them; also as `grpc.reflection.v1alpha`. ' +
      'Each message of the stream costs a unit, and one for each started 16 KiB of its response.',
    respond: (request) => ({
      validHost: request.host,
      originalRequest: request,
      messageResponse: contentOf(request, files, names),
    }),
  });
  return [info];
}

function contentOf(
  { messageRequest }: ServerReflectionRequest,
  files: DescribedFiles,
  services: readonly string[],
): Content {
  switch (messageRequest.case) {
    case 'listServices':
      return { case: 'listServicesResponse', value: { service: services.map((name) => ({ name })) } };
    case 'fileByFilename':
      return fileContent(files.named(messageRequest.value), `file ${messageRequest.value}`);
    case 'fileContainingSymbol':
      return fileContent(files.withSymbol(messageRequest.value), `symbol ${messageRequest.value}`);
    case 'allExtensionNumbersOfType':
      if (!files.hasMessage(messageRequest.value)) return notFound(`message ${messageRequest.value}`);
      return {
        case: 'allExtensionNumbersResponse',
        value: { baseTypeName: messageRequest.value, extensionNumber: [] },
      };
    case 'fileContainingExtension':
      return notFound(`extension of ${messageRequest.value.containingType}`);
    default:
      return errorContent(GRPC_CODES.invalidArgument, 'message_request is missing');
  }
}

const fileContent = (files: Uint8Array[] | undefined, what: string): Content =>
  files === undefined
    ? notFound(what)
    : { case: 'fileDescriptorResponse', value: { fileDescriptorProto: files } };

const notFound = (what: string): Content =>
  errorContent(GRPC_CODES.notFound, `unknown ${what.slice(0, 200)}`);

const errorContent = (errorCode: number, errorMessage: string): Content => ({
  case: 'errorResponse',
  value: { errorCode, errorMessage },
});

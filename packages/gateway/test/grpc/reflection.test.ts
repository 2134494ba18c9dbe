import { Client, credentials, type ServiceError } from 'grpc-js';
import { create, createFileRegistry, fromBinary, toBinary, type FileRegistry } from '@bufbuild/protobuf';
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  type DescriptorProto,
} from '@bufbuild/protobuf/wkt';
import { expect, it, onTestFinished } from 'vitest';
import { grpcMethods } from '../../src/grpc/grpc-methods.js';
import {
  ServerReflectionRequestSchema,
  ServerReflectionResponseSchema,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
} from '../../src/grpc/generated/reflection_pb.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { BLOCK_HASHES } from '../recorded-layer1.js';

type Question = ServerReflectionRequest['messageRequest'];
type Answer = ServerReflectionResponse['messageResponse'];

async function clientForTest(settings = {}): Promise<Client> {
  const { port } = await gatewayForTest(settings);
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  return client;
}

/** Sends requests over one stream of the reflection service, and returns the responses. */
async function reflect(client: Client, questions: Question[], version = 'v1'): Promise<Answer[]> {
  const call = client.makeBidiStreamRequest<ServerReflectionRequest, ServerReflectionResponse>(
    `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    (request) => Buffer.from(toBinary(ServerReflectionRequestSchema, request)),
    (bytes) => fromBinary(ServerReflectionResponseSchema, bytes),
  );
  for (const messageRequest of questions)
    call.write(create(ServerReflectionRequestSchema, { messageRequest, host: 'here' }));
  call.end();
  const answers: Answer[] = [];
  for await (const { messageResponse } of call as AsyncIterable<ServerReflectionResponse>)
    answers.push(messageResponse);
  return answers;
}

function registryOf(answer: Answer): FileRegistry {
  if (answer.case !== 'fileDescriptorResponse') throw new Error(`unexpected ${String(answer.case)}`);
  const file = answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  return createFileRegistry(create(FileDescriptorSetSchema, { file: file.toReversed() }));
}

/** Returns the messages of a file, and those in them. */
const messagesIn = (messages: readonly DescriptorProto[]): DescriptorProto[] =>
  messages.flatMap((one) => [one, ...messagesIn(one.nestedType)]);

it('oneofs of optional fields come after the others, and map entries have the names of their fields, as protobuf wants it', async () => {
  const [answer] = await reflect(await clientForTest(), [
    { case: 'fileContainingSymbol', value: 'org.dash.platform.dapi.v0.Platform' },
  ]);
  if (answer?.case !== 'fileDescriptorResponse') throw new Error('expected a file');
  const files = answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  const synthetic = files
    .flatMap(({ messageType }) => messagesIn(messageType))
    .map(({ oneofDecl, field }) => {
      const optional = new Set(
        field.filter(({ proto3Optional }) => proto3Optional).map(({ oneofIndex }) => oneofIndex),
      );
      return oneofDecl.map((_, at) => optional.has(at));
    });
  const entries = files
    .flatMap(({ messageType }) => messagesIn(messageType))
    .filter(({ options }) => options?.mapEntry);
  expect(entries.map(({ name }) => name)).toEqual(['PurposeMapEntry', 'SecurityLevelMapEntry']);
  expect(synthetic.some((flags) => flags.includes(true) && flags.includes(false))).toBe(true);
  for (const flags of synthetic)
    expect(flags).toEqual(flags.toSorted((one, other) => Number(one) - Number(other)));
});

it.each(['v1', 'v1alpha'])('reflection %s lists every service', async (version) => {
  const [answer] = await reflect(await clientForTest(), [{ case: 'listServices', value: '' }], version);
  expect(answer).toMatchObject({
    case: 'listServicesResponse',
    value: {
      service: [
        { name: 'grpc.health.v1.Health' },
        { name: 'grpc.reflection.v1.ServerReflection' },
        { name: 'org.dash.platform.dapi.v0.Core' },
        { name: 'org.dash.platform.dapi.v0.Platform' },
      ],
    },
  });
});

it('reflection describes a service so that a client without its code can call it', async () => {
  const client = await clientForTest();
  const [answer] = await reflect(client, [
    { case: 'fileContainingSymbol', value: 'org.dash.platform.dapi.v0.Core' },
  ]);
  const method = registryOf(answer!).getService('org.dash.platform.dapi.v0.Core')!.method[
    'getBestBlockHeight'
  ]!;
  const response = await new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/${method.parent.typeName}/${method.name}`,
      () => Buffer.from(toBinary(method.input, create(method.input))),
      (bytes) => fromBinary(method.output, bytes),
      {},
      (error: ServiceError | null, value) => (error === null ? resolve(value) : reject(error)),
    );
  });
  expect(response).toMatchObject({ height: BLOCK_HASHES.length - 1 });
});

it('reflection describes every method of the table', async () => {
  const client = await clientForTest();
  const symbols = grpcMethods.map(({ descriptor }) => `${descriptor.parent.typeName}.${descriptor.name}`);
  const answers = await reflect(
    client,
    symbols.map((value) => ({ case: 'fileContainingSymbol', value })),
  );
  expect(answers).toHaveLength(symbols.length);
  for (const [index, { descriptor }] of grpcMethods.entries()) {
    const service = registryOf(answers[index]!).getService(descriptor.parent.typeName);
    const described = service?.methods.find(({ name }) => name === descriptor.name);
    expect(described).toMatchObject({
      methodKind: descriptor.methodKind,
      input: { typeName: descriptor.input.typeName },
      output: { typeName: descriptor.output.typeName },
    });
  }
});

it('reflection responds to each request of a stream, including unknown ones', async () => {
  const answers = await reflect(await clientForTest(), [
    { case: 'fileByFilename', value: 'health.proto' },
    { case: 'fileByFilename', value: 'nope.proto' },
    { case: 'fileContainingSymbol', value: 'grpc.health.v1.HealthCheckResponse.ServingStatus' },
    { case: 'fileContainingSymbol', value: 'grpc.health.v1.Nope' },
    { case: 'allExtensionNumbersOfType', value: 'grpc.health.v1.HealthCheckRequest' },
    { case: undefined },
  ]);
  expect(answers.map((answer) => answer.case)).toEqual([
    'fileDescriptorResponse',
    'errorResponse',
    'fileDescriptorResponse',
    'errorResponse',
    'allExtensionNumbersResponse',
    'errorResponse',
  ]);
  expect(answers[1]!.value).toMatchObject({ errorCode: 5, errorMessage: 'unknown file nope.proto' });
  expect(answers[5]!.value).toMatchObject({ errorCode: 3 });
});

it('reflection charges a response by its size', async () => {
  const client = await clientForTest({ rateLimit: { perMinute: 1, burst: 60 } });
  const large = { case: 'fileContainingSymbol', value: 'org.dash.platform.dapi.v0.Platform' } as const;
  const [answer] = await reflect(client, [large]);
  const files = answer?.case === 'fileDescriptorResponse' ? answer.value.fileDescriptorProto : [];
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(16 * 1024);
  // Each response costs a unit for its message and one for each started 16 KiB.
  const affordable = Math.floor(60 / (1 + Math.ceil(bytes / 16_384)));
  const answers = reflect(
    client,
    Array.from({ length: affordable + 1 }, () => large),
  );
  await expect(answers).rejects.toMatchObject({ code: 8 });
});

// The .proto files of the gateway as TypeScript: one module for each package. The light client has a module of the methods that it calls.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../packages/gateway/src/grpc/proto', import.meta.url));
const GATEWAY = 'packages/gateway/src/grpc/generated';
const LIGHT_CLIENT = 'packages/light-client/src/grpc/generated';

const DAPI = 'org.dash.platform.dapi.v0';
/** The file that is made of all .proto files of a package. */
const OUTPUTS = {
  [DAPI]: 'dapi.proto',
  'org.dash.platform.drive.v0': 'drive.proto',
  'grpc.health.v1': 'health.proto',
  'grpc.reflection.v1': 'reflection.proto',
};
const WRAPPERS = 'google/protobuf/wrappers.proto';
/** What they import. */
const DEPENDENCIES = { 'dapi.proto': [WRAPPERS], 'drive.proto': ['dapi.proto'] };

/** The methods that the light client calls. */
const CALLED = new Set([
  'getBlock',
  'getBestBlockHeight',
  'getTransaction',
  'broadcastTransaction',
  'subscribeToBlockHeadersWithChainLocks',
  'subscribeToMasternodeList',
  'getIdentity',
  'getDataContract',
  'getDocuments',
  'getIdentityTokenBalances',
  'getTokenStatuses',
  'getTokenTotalSupply',
]);

/** Returns the modules by their paths. */
export async function protobufModules() {
  const files = readdirSync(sources, { recursive: true })
    .filter((name) => name.endsWith('.proto'))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const described = await describedFiles(files);
  const dapi = described.filter(({ name }) => name === OUTPUTS[DAPI]);
  const called = await Promise.all(dapi.map(withCalledOnly));
  return new Map([
    ...(await compile(described)).map(({ name, content }) => [`${GATEWAY}/${name}`, content]),
    ...(await compile(called)).map(({ name, content }) => [`${LIGHT_CLIENT}/${name}`, content]),
  ]);
}

/** Returns the descriptors of the packages: one of all .proto files of each. */
async function describedFiles(files) {
  const { fromBinary } = await import('@bufbuild/protobuf');
  const wkt = await import('@bufbuild/protobuf/wkt');
  const { file } = fromBinary(wkt.FileDescriptorSetSchema, await describe(files));
  const described = Object.keys(OUTPUTS).flatMap((name) => file.filter((one) => one.package === name));
  const known = new Set(described.flatMap((one) => [...typeNames(one)]));
  for (const one of described) {
    one.name = OUTPUTS[one.package];
    one.dependency = DEPENDENCIES[one.name] ?? [];
    completeFields(one.messageType, `.${one.package}`, known);
    nameMapEntries(one.messageType, `.${one.package}`);
    orderOneofs(one.messageType);
  }
  return described;
}

/** Returns a file with the methods that the light client calls, and the messages and enums that they need. */
async function withCalledOnly(file) {
  const { clone } = await import('@bufbuild/protobuf');
  const { FileDescriptorProtoSchema } = await import('@bufbuild/protobuf/wkt');
  const copy = clone(FileDescriptorProtoSchema, file);
  const top = (typeName) => typeName.replace(`.${file.package}.`, '').split('.')[0];
  const needed = new Set();
  const need = (name) => {
    if (needed.has(name)) return;
    needed.add(name);
    const message = file.messageType.find((one) => one.name === name);
    if (message !== undefined) for (const typeName of fieldTypes(message)) need(top(typeName));
  };
  for (const service of copy.service) {
    service.method = service.method.filter(({ name }) => CALLED.has(name));
    for (const { inputType, outputType } of service.method)
      for (const name of [inputType, outputType]) need(top(name));
  }
  copy.messageType = copy.messageType.filter(({ name }) => needed.has(name));
  copy.enumType = copy.enumType.filter(({ name }) => needed.has(name));
  return copy;
}

/** Returns the full names of the types of all fields of a message, and of the messages in it. */
function fieldTypes({ field, nestedType }) {
  return [
    ...field.map(({ typeName }) => typeName).filter((name) => name !== ''),
    ...nestedType.flatMap(fieldTypes),
  ];
}

/** Returns the modules that protoc-gen-es makes of the messages and services. */
async function compile(described) {
  const { create } = await import('@bufbuild/protobuf');
  const wkt = await import('@bufbuild/protobuf/wkt');
  const { default: plugin } = await import('@bufbuild/protoc-gen-es/dist/cjs/src/protoc-gen-es-plugin.js');
  const wrappers = wkt.file_google_protobuf_wrappers.proto;
  const request = create(wkt.CodeGeneratorRequestSchema, {
    fileToGenerate: described.map(({ name }) => name),
    parameter: 'target=ts,import_extension=js',
    protoFile: [wrappers, ...described],
    compilerVersion: { major: 4, minor: 25, patch: 0 },
  });
  return plugin.protocGenEs.run(request).file;
}

/** Returns the full names of the messages and enums of a file, and of the wrappers. */
function typeNames({ package: scope, messageType, enumType }) {
  const names = (of, messages, enums) => [
    ...enums.map(({ name }) => `${of}.${name}`),
    ...messages.flatMap((one) => [
      `${of}.${one.name}`,
      ...names(`${of}.${one.name}`, one.nestedType, one.enumType),
    ]),
  ];
  return new Set(names(`.${scope}`, messageType, enumType));
}

/** Adds what protobufjs leaves out: the JSON names of fields, and the full names of their types. */
function completeFields(messages, scope, known) {
  for (const { name, nestedType, field } of messages) {
    const own = `${scope}.${name}`;
    for (const one of field) {
      one.jsonName = one.name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
      if (one.typeName !== '') one.typeName = qualify(one.typeName, own, known);
    }
    completeFields(nestedType, own, known);
  }
}

/** Names the messages of map entries after their fields, as protobuf wants it. */
function nameMapEntries(messages, scope) {
  for (const { name, nestedType, field } of messages) {
    const own = `${scope}.${name}`;
    for (const one of field) {
      const entry = nestedType.find(
        (nested) => nested.options?.mapEntry && one.typeName === `${own}.${nested.name}`,
      );
      if (entry === undefined) continue;
      entry.name = `${one.jsonName.charAt(0).toUpperCase()}${one.jsonName.slice(1)}Entry`;
      one.typeName = `${own}.${entry.name}`;
    }
    nameMapEntries(nestedType, own);
  }
}

/**
 * Moves the oneofs that stand for optional fields behind the others, as protobuf wants it: protobufjs has them in the order of the fields, and
 * programs that read the descriptors by reflection reject that.
 */
function orderOneofs(messages) {
  for (const message of messages) {
    const { oneofDecl, field, nestedType } = message;
    const inOneofs = field.filter((one) => Object.hasOwn(one, 'oneofIndex'));
    const synthetic = new Set(
      inOneofs.filter((one) => one.proto3Optional).map(({ oneofIndex }) => oneofDecl[oneofIndex]),
    );
    const ordered = oneofDecl.toSorted((one, other) => synthetic.has(one) - synthetic.has(other));
    for (const one of inOneofs) one.oneofIndex = ordered.indexOf(oneofDecl[one.oneofIndex]);
    message.oneofDecl = ordered;
    orderOneofs(nestedType);
  }
}

/** Returns the full name of a type: that of the innermost scope that has it. */
function qualify(name, scope, known) {
  if (name.startsWith('.')) return name;
  for (let outer = scope; outer !== ''; outer = outer.slice(0, outer.lastIndexOf('.')))
    if (known.has(`${outer}.${name}`)) return `${outer}.${name}`;
  return `.${name}`;
}

/** Returns the serialised FileDescriptorSet of the .proto files. */
async function describe(files) {
  const { default: protobuf } = await import('protobufjs');
  await import('protobufjs/ext/descriptor.js');
  const root = new protobuf.Root();
  root.resolvePath = (_, name) => (name.startsWith('google/') ? name : join(sources, name));
  root.loadSync(files, { keepCase: true });
  root.resolveAll();
  const set = root.toDescriptor('proto3');
  return set.$type.encode(set).finish();
}

import { createRequire } from 'node:module';
import {
  create,
  equals,
  fromBinary,
  isFieldSet,
  ScalarType,
  toBinary,
  type DescField,
  type DescMessage,
} from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import type protobuf from 'protobufjs';
import { MapField, Namespace, Root, Type } from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { file_dapi } from '../../src/grpc/generated/dapi_pb.js';
import { messageValues } from './arbitrary-message.js';

const PACKAGE = 'org.dash.platform.dapi.v0';

const require = createRequire(import.meta.url);
const official = new Root();
official.resolvePath = (_, name) => (name.startsWith('google/') ? name : require.resolve(name));
official.loadSync(
  ['core', 'platform'].map((name) => `@dashevo/dapi-grpc/protos/${name}/v0/${name}.proto`),
  { keepCase: true },
);
official.resolveAll();

/** All messages of a namespace, by their full names. */
function messagesIn(namespace: protobuf.NamespaceBase): protobuf.Type[] {
  return namespace.nestedArray.flatMap((one) => {
    if (!(one instanceof Namespace)) return [];
    return one instanceof Type ? [one, ...messagesIn(one)] : messagesIn(one);
  });
}

const theirs = messagesIn(official).filter(({ fullName }) => fullName.startsWith(`.${PACKAGE}.`));
const ours = new Map<string, DescMessage>();
function collect(messages: readonly DescMessage[]): void {
  for (const message of messages) {
    ours.set(message.typeName, message);
    collect(message.nestedMessages);
  }
}
collect(file_dapi.messages);

const nameOf = (type: protobuf.ReflectionObject): string => type.fullName.replace(/^\./, '');

/** A field in words: number, type, label and oneof. */
function describeTheirs(field: protobuf.Field): string {
  const type = field.resolvedType === null ? field.type : nameOf(field.resolvedType);
  const oneof = field.partOf?.isProto3Optional === true ? 'optional' : (field.partOf?.name ?? '');
  if (field instanceof MapField) return `${field.id} map ${field.keyType} ${type}`;
  return `${field.id} ${field.repeated ? 'repeated ' : ''}${type} ${oneof}`;
}

function describeOurs(field: DescField): string {
  const { enum: enumeration, message, scalar, oneof, proto } = field;
  const type = enumeration?.typeName ?? message?.typeName ?? ScalarType[scalar ?? 0]?.toLowerCase() ?? '';
  if (field.fieldKind === 'map')
    return `${field.number} map ${ScalarType[field.mapKey].toLowerCase()} ${type}`;
  const label = proto.proto3Optional ? 'optional' : (oneof?.name ?? '');
  return `${field.number} ${field.fieldKind === 'list' ? 'repeated ' : ''}${type} ${label}`;
}

describe('the messages of @dashevo/dapi-grpc 3.0.1', () => {
  it('are all served', () => {
    const missing = theirs.map(nameOf).filter((name) => !ours.has(name));
    expect(missing).toEqual([]);
    expect(theirs.length).toBeGreaterThan(300);
  });

  it('have the fields of the served messages', () => {
    for (const message of theirs) {
      const fields = new Map(
        ours.get(nameOf(message))!.fields.map((field) => [field.name, describeOurs(field)]),
      );
      for (const field of message.fieldsArray)
        expect(fields.get(field.name), `${nameOf(message)}.${field.name}`).toBe(describeTheirs(field));
    }
  });

  it('belong to the methods that serve them', () => {
    for (const service of file_dapi.services) {
      const { methodsArray } = official.lookupService(service.typeName);
      expect(methodsArray.length).toBeGreaterThan(9);
      for (const { name, requestType, responseType, responseStream } of methodsArray) {
        const method = service.methods.find((one) => one.name === name);
        expect([method?.input.name, method?.output.name, method?.methodKind]).toEqual([
          requestType,
          responseType,
          responseStream === true ? 'server_streaming' : 'unary',
        ]);
      }
    }
  });

  it('decode and encode our messages', () => {
    for (const message of theirs) {
      const own = ours.get(nameOf(message))!;
      // Its decoder drops what came with later versions, such as V1 of getDocuments.
      const later = own.fields.filter(({ name }) => message.fields[name] === undefined);
      fc.assert(
        fc.property(messageValues(own), (value) => {
          const original = create(own, value);
          fc.pre(!later.some((field) => isFieldSet(original, field)));
          const written = message.encode(message.decode(toBinary(own, original))).finish();
          expect(equals(own, fromBinary(own, written), original)).toBe(true);
        }),
        { numRuns: 5 },
      );
    }
  });
});

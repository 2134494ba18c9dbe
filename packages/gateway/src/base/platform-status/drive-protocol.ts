import { createFileRegistry, fromJson, type DescMethodUnary, type JsonObject } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

const PACKAGE = 'org.dash.platform.dapi.v0';

type FieldType = 'STRING' | 'UINT32' | 'UINT64' | `.${string}`;

/** Returns a message with its fields as number, name and type. */
function message(
  name: string,
  fields: readonly (readonly [number: number, name: string, type: FieldType])[],
  nestedType: readonly JsonObject[] = [],
): JsonObject {
  return {
    name,
    nestedType: [...nestedType],
    field: fields.map(([number, name, type]) => ({
      number,
      name,
      jsonName: name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      label: 'LABEL_OPTIONAL',
      ...(type.startsWith('.') ? { type: 'TYPE_MESSAGE', typeName: type } : { type: `TYPE_${type}` }),
    })),
  };
}

const REQUEST = `.${PACKAGE}.GetStatusRequest`;
const RESPONSE = `.${PACKAGE}.GetStatusResponse`;
const V0 = `${RESPONSE}.GetStatusResponseV0`;
const VERSION = `${V0}.Version`;

/**
 * Part of the platform's gRPC service that Drive itself fills in.
 * Source: `packages/dapi-grpc/protos/platform/v0/platform.proto` in dashpay/platform. It is proto3 there; with the rules of
 * proto2, which is the same on the wire, a field that was not sent can be distinguished from one that is zero.
 */
const FILE = fromJson(FileDescriptorProtoSchema, {
  name: 'platform-status.proto',
  package: PACKAGE,
  syntax: 'proto2',
  messageType: [
    message(
      'GetStatusRequest',
      [[1, 'v0', `${REQUEST}.GetStatusRequestV0`]],
      [message('GetStatusRequestV0', [])],
    ),
    message(
      'GetStatusResponse',
      [[1, 'v0', V0]],
      [
        message(
          'GetStatusResponseV0',
          [
            [1, 'version', VERSION],
            [3, 'chain', `${V0}.Chain`],
            [6, 'time', `${V0}.Time`],
          ],
          [
            message(
              'Version',
              [
                [1, 'software', `${VERSION}.Software`],
                [2, 'protocol', `${VERSION}.Protocol`],
              ],
              [
                message('Software', [[2, 'drive', 'STRING']]),
                message(
                  'Protocol',
                  [[2, 'drive', `${VERSION}.Protocol.Drive`]],
                  [
                    message('Drive', [
                      [3, 'latest', 'UINT32'],
                      [4, 'current', 'UINT32'],
                      [5, 'next_epoch', 'UINT32'],
                    ]),
                  ],
                ),
              ],
            ),
            message('Chain', [[10, 'core_chain_locked_height', 'UINT32']]),
            message('Time', [
              [2, 'block', 'UINT64'],
              [3, 'genesis', 'UINT64'],
              [4, 'epoch', 'UINT32'],
            ]),
          ],
        ),
      ],
    ),
  ],
  service: [{ name: 'Platform', method: [{ name: 'getStatus', inputType: REQUEST, outputType: RESPONSE }] }],
});

/** Names the method `getStatus` of the platform's gRPC service. */
export const DRIVE_GET_STATUS: DescMethodUnary = unary();

function unary(): DescMethodUnary {
  const service = createFileRegistry(FILE, () => undefined).getService(`${PACKAGE}.Platform`);
  const method = service?.methods.find(({ name }) => name === 'getStatus');
  if (method?.methodKind !== 'unary') throw new Error('the description of the service has its method');
  return { ...method, methodKind: 'unary' };
}

import { createClient, type Client, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { Core, Platform } from '../../src/grpc/generated/dapi_pb.js';

/** The ways to a gateway: with and without TLS, over either version of HTTP. */
export const TRANSPORTS: Readonly<Record<string, (port: number) => Transport>> = {
  'gRPC over h2c': (port) => createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }),
  'gRPC over TLS': (port) =>
    createGrpcTransport({
      baseUrl: `https://127.0.0.1:${port}`,
      nodeOptions: { rejectUnauthorized: false },
    }),
  'gRPC-web over HTTP/1.1': (port) =>
    createGrpcWebTransport({ baseUrl: `http://127.0.0.1:${port}`, httpVersion: '1.1' }),
  'gRPC-web over HTTPS': (port) =>
    createGrpcWebTransport({
      baseUrl: `https://127.0.0.1:${port}`,
      httpVersion: '1.1',
      nodeOptions: { rejectUnauthorized: false },
    }),
  'gRPC-web over h2c': (port) =>
    createGrpcWebTransport({ baseUrl: `http://127.0.0.1:${port}`, httpVersion: '2' }),
  'gRPC-web over TLS and HTTP/2': (port) =>
    createGrpcWebTransport({
      baseUrl: `https://127.0.0.1:${port}`,
      httpVersion: '2',
      nodeOptions: { rejectUnauthorized: false },
    }),
};

/** The clients of both services, over h2c. */
export function grpcClients(port: number): {
  readonly core: Client<typeof Core>;
  readonly platform: Client<typeof Platform>;
} {
  const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
  return { core: createClient(Core, transport), platform: createClient(Platform, transport) };
}

/** A call of getBestBlockHeight over gRPC-web on HTTP/1.1: an empty message. */
export const GRPC_WEB_CALL = `${[
  'POST /org.dash.platform.dapi.v0.Core/getBestBlockHeight HTTP/1.1',
  'host: localhost',
  'content-type: application/grpc-web+proto',
  'content-length: 5',
].join('\r\n')}\r\n\r\n\0\0\0\0\0`;

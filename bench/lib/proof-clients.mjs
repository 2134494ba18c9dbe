// Clients that request the elements of bench/servers/proof-server.mjs and verify the response: evo-sdk, and @dapikit/proof.
import { fieldsOf, frameOf } from './protobuf.mjs';

const bytesOf = (text) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Returns a function that requests and verifies by evo-sdk. It resolves to the number of elements. */
export async function evoSdkClient({ trusted, platform, path, keys }) {
  const { default: start, WasmSdkBuilder, WasmTrustedContext } = await import('@dashevo/wasm-sdk');
  await start();
  const context = await WasmTrustedContext.prefetchLocalWithUrl(trusted);
  const client = WasmSdkBuilder.withAddresses([platform], 'local')
    .withTrustedContext(context)
    .withSettings(2000, 4000, 0, false)
    .build();
  const [layer, wanted] = [path.map(bytesOf), keys.map(bytesOf)];
  return async () => (await client.getPathElementsWithProofInfo(layer, wanted)).data.length;
}

/** Returns a function that requests and verifies by @dapikit/proof, each signature once or every time. */
export async function dapikitClient({ platform, quorumKey, path, keys }, checksEachSignature = false) {
  const proofs = await import('@dapikit/proof/bundle');
  proofs.setBlake3(await proofs.wasmBlake3());
  const request = { path: path.map(bytesOf), keys: keys.map(bytesOf), quorumKey: bytesOf(quorumKey) };
  return async () => {
    const response = await fetch(`${platform}/org.dash.platform.dapi.v0.Platform/getPathElements`, {
      method: 'POST',
      headers: { 'content-type': 'application/grpc-web+proto' },
      body: frameOf(0, Buffer.alloc(0)),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const length = new DataView(bytes.buffer).getUint32(1);
    const message = fieldsOf(fieldsOf(bytes.subarray(5, 5 + length))[1]);
    const [proof, metadata] = [fieldsOf(message[2]), fieldsOf(message[3])];
    const { value } = proofs.verifyPathElements(
      {
        proof: {
          grovedbProof: proof[1],
          quorumHash: proof[2],
          signature: proof[3],
          round: Number(proof[4] ?? 0n),
          blockIdHash: proof[5],
          quorumType: Number(proof[6]),
        },
        metadata: {
          height: metadata[1],
          coreChainLockedHeight: Number(metadata[2]),
          epoch: 0,
          timeMs: metadata[4],
          protocolVersion: Number(metadata[5]),
          chainId: new TextDecoder().decode(metadata[6]),
        },
      },
      checksEachSignature ? { ...request, verifySignature: proofs.createStateSignatureVerifier() } : request,
    );
    return value.length;
  };
}

import { expect, it, onTestFinished } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { Served } from './served.js';

const CREDENTIALS = ['--node-user', 'ann', '--node-password', 'secret'] as const;
/** getIdentity of an id that nobody has, with a proof: version 0 with the fields `id` and `prove`. */
const REQUEST = Uint8Array.from([0x0a, 36, 0x0a, 32, ...new Uint8Array(32).fill(3), 0x10, 1]);
const PATH = 'org.dash.platform.dapi.v0.Platform/getIdentity';

/** Calls getIdentity over gRPC-web and returns the status and what the gateway says of the proof. */
async function getIdentity(url: string): Promise<readonly [status: string, mark: string | null]> {
  const response = await fetch(`${url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/grpc-web+proto' },
    body: Uint8Array.from([0, 0, 0, 0, REQUEST.length, ...REQUEST]),
  });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const status = response.headers.get('grpc-status') ?? /grpc-status: ?(\d+)/.exec(body)?.[1];
  return [status ?? 'none', response.headers.get('dapikit-proof')];
}

async function startServe(dev: string, rpc: string, ...args: readonly string[]): Promise<Served> {
  const nodes = rpc.replace('//', '//ann:secret@');
  const ports = ['--port', '0', '--admin-port', '0'];
  const served = new Served(['serve', ...ports, '--nodes', nodes, '--drive-url', dev, ...args]);
  onTestFinished(() => void served.stop());
  return served.serving();
}

it('verifies what dapikit dev responds against the quorums of its Core RPC emulator', async () => {
  const dev = new DapikitProcess(['dev', '--port', '0', '--node-rpc', '0', ...CREDENTIALS]);
  onTestFinished(() => void dev.stop());
  const output = await dev.started();
  const [, rpc = ''] = /RPC at (\S+) /.exec(output) ?? [];
  const off = await startServe(dev.url, rpc);
  expect(await getIdentity(off.at)).toEqual(['0', null]);
  const rejecting = await startServe(dev.url, rpc, '--verify-proofs', 'reject');
  expect(await getIdentity(rejecting.at)).toEqual(['0', 'verified']);
  const metrics = await (await fetch(`${rejecting.admin}metrics`)).text();
  expect(metrics).toContain('dapikit_platform_proofs_total{outcome="verified"} 1');
  expect(metrics).toContain('dapikit_platform_proofs_total{outcome="invalid"} 0');
});

it('rejects the signatures of a platform that is not of the chain', async () => {
  const [dev, other] = [
    new DapikitProcess(['dev', '--port', '0']),
    new DapikitProcess(['dev', '--port', '0', '--node-rpc', '0', ...CREDENTIALS, '--mnemonic', OTHER]),
  ];
  onTestFinished(() => void dev.stop());
  onTestFinished(() => void other.stop());
  await dev.started();
  const [, rpc = ''] = /RPC at (\S+) /.exec(await other.started()) ?? [];
  const rejecting = await startServe(dev.url, rpc, '--verify-proofs', 'reject');
  const DATA_LOSS = '15';
  expect(await getIdentity(rejecting.at)).toEqual([DATA_LOSS, null]);
  expect(rejecting.lines('proof of the platform not valid')).toHaveLength(1);
  const marking = await startServe(dev.url, rpc, '--verify-proofs', 'mark');
  expect(await getIdentity(marking.at)).toEqual(['0', 'invalid']);
});

const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodeStateTransition, sign, signableBytes, type StateTransition } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callJsonRpc } from './json-rpc-call.js';
import { DapikitProcess } from './dev-process.js';

const run = promisify(execFile);
/** Debian's Python: only it has the packages of Debian. */
const PYTHON = '/usr/bin/python3';
const hasGrpc = spawnSync(PYTHON, ['-c', 'import grpc, grpc_tools']).status === 0;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const pathOf = (path: string): string => join(ROOT, path);
const PROTO = pathOf('packages/gateway/src/grpc/proto');
const HOW_TO = pathOf('docs/how-to/connect-a-python-program.md');

/** The private key 1, and its public key. Source: SEC 2, section 2.4.1. */
const PRIVATE_KEY = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0));
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

describe.skipIf(!hasGrpc)('a Python program (python3-grpcio and python3-grpc-tools)', () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-python-'));
  let [address, contractId, signer, recipient] = ['', '', '', ''];

  const platform = async (method: string, params: object): Promise<Record<string, string | undefined>> =>
    Object((await callJsonRpc(new URL('/platform', server.url), method, params))['result']);
  const python = async (program: string, ...args: readonly string[]): Promise<string[]> => {
    const { stdout } = await run(PYTHON, [program, ...args], {
      env: { PYTHONPATH: folder },
      timeout: 60_000,
    });
    return stdout.trimEnd().split('\n');
  };

  beforeAll(async () => {
    await server.started();
    address = new URL(server.url).host;
    const [, makeStubs = ''] = /```sh\n(mkdir[^]*?)```/.exec(readFileSync(HOW_TO, 'utf8')) ?? [];
    await run('sh', ['-ec', makeStubs.replaceAll('dapikit/packages', `${ROOT}/packages`)], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
    });
    // Its package has the name of the library otherwise.
    const reflection = join(folder, 'proto', 'reflection');
    mkdirSync(reflection, { recursive: true });
    writeFileSync(
      join(reflection, 'reflection.proto'),
      readFileSync(join(PROTO, 'grpc', 'reflection.proto')),
    );
    await run(PYTHON, [
      '-m',
      'grpc_tools.protoc',
      '-I',
      join(folder, 'proto'),
      `--python_out=${folder}`,
      `--grpc_python_out=${folder}`,
      'reflection/reflection.proto',
    ]);
    ({ id: recipient = '' } = await platform('createIdentity', { seed: 'recipient' }));
    const keys = [
      { securityLevel: 'MASTER' },
      { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: PUBLIC_KEY },
    ];
    ({ id: signer = '' } = await platform('createIdentity', { keys }));
    const name = { type: 'string', maxLength: 20, position: 0 };
    const contract = { card: { type: 'object', properties: { name }, additionalProperties: false } };
    const registered = await platform('registerContract', { by: recipient, contract });
    ({ contractId = '' } = registered);
    for (const text of ['ace', 'king'])
      await platform('createDocument', {
        by: recipient,
        contractId,
        documentType: 'card',
        data: { name: text },
      });
  }, 120_000);

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('reads status, an identity, a contract, documents and a stream', async () => {
    const [height, balance, contract, ...rest] = await python(
      pathOf('examples/python/read_platform.py'),
      address,
      recipient,
      contractId,
      'card',
    );
    expect(height).toMatch(/^height \d+$/);
    expect(balance).toBe(`balance ${String((await platform('getIdentity', { id: recipient }))['balance'])}`);
    expect(contract).toMatch(/^contract of \d{2,4} bytes$/);
    expect(rest).toEqual(['documents 2', expect.stringMatching(/^header [\da-f]{8}$/), expect.any(String)]);
  }, 90_000);

  it('calls a method by reflection, and broadcasts bytes and waits for their result', async () => {
    const unsigned = {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: base58.decode(signer),
      recipientId: base58.decode(recipient),
      amount: 500_000n,
      nonce: 1n,
      userFeeIncrease: 0,
      signaturePublicKeyId: 1,
      signature: new Uint8Array(),
    } as const satisfies StateTransition;
    const signature = sign(signableBytes(unsigned), 'ECDSA_SECP256K1', PRIVATE_KEY);
    const bytes = encodeStateTransition({ ...unsigned, signature });
    const lines = await python(
      pathOf('packages/dapikit/test/python/reflect_and_send.py'),
      address,
      Buffer.from(bytes).toString('hex'),
    );
    expect(lines[0]).toContain('org.dash.platform.dapi.v0.Platform');
    expect(lines[0]).toContain('grpc.reflection.v1.ServerReflection');
    expect(lines[1]).toMatch(/^height \d+$/);
    expect(lines[2]).toMatch(/^error False height \d+$/);
    expect(lines[3]).toBe('again ALREADY_EXISTS');
  }, 90_000);

  it('the how-to has the program of the examples', () => {
    const page = readFileSync(HOW_TO, 'utf8');
    expect(page).toContain(readFileSync(pathOf('examples/python/read_platform.py'), 'utf8'));
  });
});

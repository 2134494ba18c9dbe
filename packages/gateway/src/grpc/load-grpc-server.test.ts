import { expect, it, vi, onTestFinished } from 'vitest';
import { loadGrpcModules } from './load-grpc-server.js';

it('the modules of gRPC are loaded with what Node loads at the first use of its headers', async () => {
  const used = vi.fn(class {});
  vi.stubGlobal('Headers', used);
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadGrpcModules();
  expect(used).toHaveBeenCalled();
});

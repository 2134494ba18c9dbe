import { expect, it, vi, onTestFinished } from 'vitest';
import { loadGrpcModules } from './load-grpc-server.js';

it('the modules of gRPC are loaded with what Node loads at the first use of its headers', async () => {
  let uses = 0;
  const counted = new Proxy(Headers, {
    construct(target, args) {
      uses += 1;
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal('Headers', counted);
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadGrpcModules();
  expect(uses).toBeGreaterThan(0);
});

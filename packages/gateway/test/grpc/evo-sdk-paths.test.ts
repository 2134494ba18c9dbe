import { expect, it } from 'vitest';
import { grpcMethods } from '../../src/grpc/grpc-methods.js';
import paths from './evo-sdk-paths.json' with { type: 'json' };

it('the table of methods has every path in the binary of evo-sdk 4.1.0', () => {
  const known = new Set(grpcMethods.map(({ descriptor }) => `${descriptor.parent.name}/${descriptor.name}`));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});

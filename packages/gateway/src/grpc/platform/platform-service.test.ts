import { expect, it } from 'vitest';
import { Platform } from '../generated/dapi_pb.js';
import { platformRows } from './platform-service.js';

it('serves each method of the service by the row of its name, in the order of the definition', () => {
  expect(platformRows.map(({ descriptor }) => descriptor.name)).toEqual(
    Platform.methods.map(({ name }) => name),
  );
});

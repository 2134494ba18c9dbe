import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import { openApi } from './openapi.js';
import type { Route } from './route.js';

it('GET /openapi.json builds the document again after a failure', async () => {
  let builds = 0;
  const flaky: Route = {
    ...openApi,
    docs: (settings) => {
      builds += 1;
      if (builds === 1) throw new Error('not built');
      return openApi.docs(settings);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route reads nothing else
  const context = { settings: DEFAULT_SETTINGS, routes: [flaky] } as unknown as Parameters<Route['open']>[0];
  const handle = openApi.open(context);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route reads nothing of a request
  const request = {} as unknown as Parameters<typeof handle>[0];
  await expect(handle(request)).rejects.toThrow('not built');
  expect(await handle(request)).toMatchObject({ status: 200 });
  await handle(request);
  expect(builds).toBe(2);
});

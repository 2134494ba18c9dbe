import { useEffect, useState } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.js';
import { Loading } from '../components/loading.js';
import { Notice } from '../components/notice.js';
import { Select } from '../components/select.js';
import { createRpcClient } from '../rpc/json-rpc-client.js';
import { createHref } from '../navigation/route.js';
import type { TabProps } from '../navigation/tab.js';
import { readMethods, type DescribedMethod } from './described-method.js';
import { ENDPOINTS, type Endpoint } from './endpoints.js';
import { MethodCall } from './method-call.js';
import { MethodList } from './method-list.js';

/** Shows every method of the server as a form. */
export default function ConsoleTab({ route, server }: TabProps) {
  const endpoints = ENDPOINTS.filter(({ isFor }) => isFor(server));
  const [endpointId, methodName] = route.rest;
  const endpoint = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0];
  const methods = useMethods(endpoint);
  if (endpoint === undefined) return null;
  const method = Array.isArray(methods)
    ? (methods.find(({ name }) => name === methodName) ?? methods[0])
    : undefined;
  return (
    <div class="console">
      <h1>Console</h1>
      <div class="console-side">
        {endpoints.length > 1 && (
          <Select
            label="Methods of"
            value={endpoint.id}
            options={endpoints.map(({ id, label, path }) => ({ value: id, label: `${label}: POST ${path}` }))}
            onChange={(id) => {
              location.hash = createHref('console', [id]);
            }}
          />
        )}
        {Array.isArray(methods) && (
          <MethodList endpointId={endpoint.id} methods={methods} current={method?.name} />
        )}
      </div>
      <div class="console-main">
        {methods === undefined && <Loading what="the methods" />}
        {methods instanceof Error && (
          <Notice kind="bad" title="The methods cannot be loaded">
            <p>{methods.message}</p>
          </Notice>
        )}
        {method !== undefined && (
          <MethodCall key={`${endpoint.id} ${method.name}`} endpoint={endpoint} method={method} />
        )}
        {Array.isArray(methods) && method === undefined && <EmptyState title="No methods" />}
      </div>
    </div>
  );
}

function useMethods(endpoint: Endpoint | undefined): readonly DescribedMethod[] | Error | undefined {
  const [found, setFound] = useState<{
    readonly of: Endpoint | undefined;
    readonly methods: readonly DescribedMethod[] | Error;
  }>();
  useEffect(() => {
    if (endpoint === undefined) return;
    createRpcClient(endpoint.path)
      .call('rpc.discover')
      .then((document) => setFound({ of: endpoint, methods: readMethods(document) }))
      .catch((error: unknown) =>
        setFound({ of: endpoint, methods: error instanceof Error ? error : new Error(String(error)) }),
      );
  }, [endpoint]);
  return found?.of === endpoint ? found?.methods : undefined;
}

import { OpenRequest, OpenRequests } from '../src/admission/limits/open-requests.js';

/** Begins a request that no limit rejects. */
export function openRequest(): OpenRequest {
  const open = new OpenRequests(() => Infinity).begin(undefined);
  if (!(open instanceof OpenRequest)) throw new Error('rejected');
  return open;
}

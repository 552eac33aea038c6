import { describeAnswer } from './describe-answer.ts';
import type { EdgeRequest } from './edge-request.ts';
import { headerRequests } from './header-requests.ts';
import { legacyRequests } from './legacy-requests.ts';
import { modernRequests } from './modern-requests.ts';
import { sendEdgeRequest } from './send-edge-request.ts';

/** How both servers answered one request. */
export interface Comparison {
  readonly request: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Every request that both servers are sent. */
export const edgeRequests: readonly EdgeRequest[] = [...modernRequests, ...headerRequests, ...legacyRequests];

/** Sends one request to both servers. */
export async function compare(request: EdgeRequest, ourUrl: string, theirUrl: string): Promise<Comparison> {
  const [ours, theirs] = await Promise.all([sendEdgeRequest(ourUrl, request), sendEdgeRequest(theirUrl, request)]);
  return { request: request.name, ours: describeAnswer(ours), theirs: describeAnswer(theirs) };
}

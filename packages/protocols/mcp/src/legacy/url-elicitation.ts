import type { InputRequiredOutcome, RefusedOutcome } from '@toolwire/core';
import { supportsInputKind } from '../elicitation/client-capabilities.ts';
import { describeRequests, signInRequests, type UrlRequest } from '../elicitation/encode-input-requests.ts';
import { type Reply, rpcCodes } from '../json-rpc/json-rpc.ts';
import type { LegacyClient } from '../json-rpc/requests.ts';
import { encodeFailed } from '../tools/encode-error-result.ts';
import type { ResultContext } from '../tools/encode-result.ts';

/** Sends the user to the pages for a missing authorization. `undefined` if the client can't open URLs. */
export function encodeSignIn(refusal: RefusedOutcome, client: LegacyClient): Reply | undefined {
  const urlRequests = Object.values(signInRequests(refusal));
  return urlRequests.length > 0 && canOpenUrls(client)
    ? { error: urlElicitationError(refusal.message, urlRequests) }
    : undefined;
}

/** Encodes input requests for clients that can't receive them: URLs as an error, everything else as text. */
export function encodeInputRequired(outcome: InputRequiredOutcome, client: LegacyClient, call: ResultContext): Reply {
  const text = describeRequests(outcome.requests);
  const requests = Object.values(outcome.requests);
  const urlRequests = requests.filter((request) => request.kind === 'url');
  if (urlRequests.length > 0 && urlRequests.length === requests.length && canOpenUrls(client)) {
    return { error: urlElicitationError(text, urlRequests) };
  }
  return { result: encodeFailed({ message: text }, call, outcome) };
}

// Without a session the declared capabilities are unknown, so the revision decides.
function canOpenUrls({ revision, capabilities }: LegacyClient): boolean {
  if (!revision.urlElicitation) return false;
  return capabilities === undefined || supportsInputKind('url', capabilities);
}

function urlElicitationError(
  message: string,
  urlRequests: readonly UrlRequest[],
): { code: number; message: string; data: object } {
  const elicitations = urlRequests.map((request) => ({
    mode: 'url',
    elicitationId: crypto.randomUUID(),
    url: request.url,
    message: request.message,
  }));
  return { code: rpcCodes.urlElicitationRequired, message, data: { elicitations } };
}

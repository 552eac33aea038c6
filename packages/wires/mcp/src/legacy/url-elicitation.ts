import type { InputRequest, InputRequiredOutcome, RefusedOutcome } from '@toolwire/core';
import { describeRequests, undeclaredCapabilities } from '../asking/input-requests.ts';
import { encodeFailed } from '../results/encode-error-result.ts';
import type { AnsweredCall } from '../results/result-text.ts';
import type { LegacyClient } from '../revisions/legacy-request.ts';
import { type Reply, rpcCodes } from '../rpc/json-rpc.ts';

interface Page {
  readonly message: string;
  readonly url: string;
}

/** Sends a user to the pages where a missing authorization can be given; `undefined` where clients cannot be told so. */
export function encodeSignIn({ message, missing }: RefusedOutcome, client: LegacyClient): Reply | undefined {
  const pages = (missing?.authorization ?? []).flatMap(({ id, url }): readonly Page[] =>
    url === undefined ? [] : [{ message: `Authorize '${id}' to go on`, url }],
  );
  return pages.length > 0 && canOpenPages(client) ? { error: openPages(message, pages) } : undefined;
}

/** Tells of what a tool asks for: pages as what a user must open first, all else in words. */
export function encodeQuestions(outcome: InputRequiredOutcome, client: LegacyClient, call: AnsweredCall): Reply {
  const text = describeRequests(outcome.requests);
  const requests = Object.values(outcome.requests);
  const pages = requests.filter((request) => request.kind === 'url');
  if (pages.length > 0 && pages.length === requests.length && canOpenPages(client)) {
    return { error: openPages(text, pages) };
  }
  return { result: encodeFailed({ message: text }, call, outcome) };
}

const openPage: InputRequest = { kind: 'url', message: '', url: '' };

// Over HTTP what the client has declared is not known; then its revision says enough.
function canOpenPages({ dialect, capabilities }: LegacyClient): boolean {
  if (!dialect.urlElicitation) return false;
  return capabilities === undefined || undeclaredCapabilities({ openPage }, capabilities) === undefined;
}

function openPages(message: string, pages: readonly Page[]): { code: number; message: string; data: object } {
  const elicitations = pages.map((page) => ({
    mode: 'url',
    elicitationId: crypto.randomUUID(),
    url: page.url,
    message: page.message,
  }));
  return { code: rpcCodes.urlElicitationRequired, message, data: { elicitations } };
}

import type { InputRequest, InputRequests, RefusedOutcome } from '@toolwire/core';
import type { SentAnswers } from '../input-answers.ts';
import { encodeInputRequests, undeclaredCapabilities } from '../input-requests.ts';
import { type Reply, rpcCodes } from '../json-rpc.ts';
import type { RequestStates, StateSubject } from '../request-state.ts';
import type { ModernRequest } from './request.ts';

/** Asks the client for input: it calls again with the answers, and with those it has given before. */
export async function askClient(
  requests: InputRequests,
  { capabilities }: ModernRequest,
  { used }: SentAnswers,
  subject: StateSubject,
  states: RequestStates,
  serverMeta: string,
): Promise<Reply> {
  const requiredCapabilities = undeclaredCapabilities(requests, capabilities);
  if (requiredCapabilities !== undefined) {
    const names = Object.keys(requiredCapabilities).join(', ');
    const message = `The tool needs a client that declares: ${names}`;
    return { error: { code: rpcCodes.missingCapability, message, data: { requiredCapabilities } }, status: 400 };
  }
  const inputRequests = JSON.stringify(encodeInputRequests(requests));
  const requestState = await states.seal(used, subject);
  return {
    result: `{"resultType":"input_required","inputRequests":${inputRequests},"requestState":"${requestState}","_meta":{${serverMeta.slice(1)}}}`,
  };
}

/**
 * The pages at which a user may authorize what a call lacks, as requests; `undefined` where there are none, the client
 * cannot show them, or its user has said no.
 */
export function signInRequests(
  { missing }: RefusedOutcome,
  { capabilities }: ModernRequest,
  answers: SentAnswers,
): InputRequests | undefined {
  const pages = (missing?.authorization ?? []).flatMap(({ id, url }): readonly (readonly [string, InputRequest])[] =>
    url === undefined
      ? []
      : [[`authorization:${id}`, { kind: 'url', message: `Authorize '${id}' to go on`, url, authorization: { id } }]],
  );
  if (pages.length === 0) return undefined;
  const requests = Object.fromEntries(pages);
  if (undeclaredCapabilities(requests, capabilities) !== undefined) return undefined;
  const { answers: given } = answers.find(requests);
  const refused = Object.values(given ?? {}).some(({ action }) => action !== 'accept');
  return refused ? undefined : requests;
}

import { andThen, type MaybePromise } from '@toolwire/core';
import { type Exchange, type HttpRequest, jsonResponse } from '@toolwire/core/wire';
import type { ArcadeOptions } from './options.ts';

/** `GET /worker/authorization?id=…`: what became of the sign-in that an execute response has named. */
export function answerStatus(
  request: HttpRequest,
  authorizationStatus: NonNullable<ArcadeOptions['authorizationStatus']>,
): MaybePromise<Exchange> {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null || id === '') return answer(400, { detail: 'Name the authorization: ?id=…' });
  return andThen(authorizationStatus(id, request), (found) =>
    found === undefined
      ? answer(404, { detail: 'There is no such authorization' })
      : answer(200, { id, url: found.url, scopes: found.scopes, status: found.status }),
  );
}

function answer(status: number, body: object): Exchange {
  return { op: 'answer', response: jsonResponse(status, body) };
}

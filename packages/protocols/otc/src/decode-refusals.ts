import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { bodyRefusalCode } from '@toolwire/core/internal';
import type { JsonBody } from '@toolwire/core/wire';

/** A decoded part of a request, or the refusal to respond with. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** A part that could not be decoded. */
export function refused(code: RefusalCode, message: string, developerMessage: string): Decoded<never> {
  return { ok: false, refusal: { kind: 'refused', code, message, developerMessage } };
}

/** An invalid call. The message suits end users, unlike the developer message (OTC-CALL-08). */
export function malformed(developerMessage: string): Decoded<never> {
  return refused('malformed', 'The request is not a valid tool call', developerMessage);
}

/** An invalid request; the message suits both a listing and a call. */
export function unreadable(developerMessage: string): Decoded<never> {
  return refused('malformed', 'The request could not be read', developerMessage);
}

/** A body that could not be read; the detail never quotes the body. */
export function unreadableBody({ problem, detail }: Extract<JsonBody, { readonly ok: false }>): Decoded<never> {
  return refused(bodyRefusalCode(problem), 'The request could not be read', detail);
}

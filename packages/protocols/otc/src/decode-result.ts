import type { RefusedOutcome } from '@toolwire/core';
import { refused } from './encode-refusal.ts';

/** A decoded part of a request, or the refusal to respond with. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** A decoded value. */
export function decoded<T>(value: T): Decoded<T> {
  return { ok: true, value };
}

/** A part that could not be decoded. */
export function undecoded(refusal: RefusedOutcome): Decoded<never> {
  return { ok: false, refusal };
}

/** An invalid call. */
export function malformed(developerMessage: string): Decoded<never> {
  return undecoded(refused('malformed', 'The request is not a valid tool call', developerMessage));
}

/** An invalid request; the message suits both a listing and a call. */
export function unreadable(developerMessage: string): Decoded<never> {
  return undecoded(refused('malformed', 'The request could not be read', developerMessage));
}

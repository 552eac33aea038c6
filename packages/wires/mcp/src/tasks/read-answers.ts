import type { InputAnswer, InputAnswers } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import { readAnswer } from '../asking/input-answers.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';

/** The answers that a client brings for what a task asks, ready for the tool. */
export type ReadAnswers =
  | { readonly ok: true; readonly answers: InputAnswers }
  | { readonly ok: false; readonly error: RpcError };

/** Reads answers; those to anything but an open question are ignored, and one that does not fit its question keeps all from being taken. */
export function readAnswers(sent: unknown, { requests = {} }: ServiceTask): ReadAnswers {
  if (!isObject(sent)) return invalid('The "inputResponses" are an object with an answer for each key');
  const answers: [string, InputAnswer][] = [];
  for (const [key, request] of Object.entries(requests)) {
    if (!Object.hasOwn(sent, key)) continue;
    const answer = readAnswer(request, sent[key]);
    if (answer === undefined) return invalid(`The answer for '${key}' does not fit what was asked for`);
    answers.push([key, answer]);
  }
  return { ok: true, answers: Object.fromEntries(answers) };
}

function invalid(message: string): ReadAnswers {
  return { ok: false, error: { code: rpcCodes.invalidParams, message } };
}

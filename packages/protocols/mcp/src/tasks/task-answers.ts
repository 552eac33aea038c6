import type { InputAnswer, InputAnswers } from '@toolwire/core';
import { isObject, type ServiceTask } from '@toolwire/core/wire';
import { readAnswer } from '../elicitation/input-answers.ts';
import { invalidParams, type RpcError } from '../json-rpc/json-rpc.ts';

/** A client's answers to the input requests of a task, or the error for invalid ones. */
export type ReadAnswers =
  | { readonly ok: true; readonly answers: InputAnswers }
  | { readonly ok: false; readonly error: RpcError };

/** Decodes answers. Unknown keys are ignored. One invalid answer rejects all of them. */
export function readAnswers(sent: unknown, { requests = {} }: ServiceTask): ReadAnswers {
  if (!isObject(sent)) return invalid('"inputResponses" must be an object with an answer for each key');
  const answers: [string, InputAnswer][] = [];
  for (const [key, request] of Object.entries(requests)) {
    if (!Object.hasOwn(sent, key)) continue;
    const answer = readAnswer(request, sent[key]);
    if (answer === undefined) return invalid(`The answer for '${key}' does not match the requested input`);
    answers.push([key, answer]);
  }
  return { ok: true, answers: Object.fromEntries(answers) };
}

function invalid(message: string): ReadAnswers {
  return { ok: false, error: invalidParams(message) };
}

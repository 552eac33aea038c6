import { type Fields, isObject } from '@toolwire/internal';
import { type Elicited, elicit } from '../ask/elicit.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { AnswerQuestion } from './mcp-connection.ts';

/** Puts the questions of a server to the person, one after the other. */
export function createQuestions({ question, answerQuestion, note }: ConnectionSettings): AnswerQuestion {
  if (answerQuestion !== undefined) return answerQuestion;
  let last: Promise<unknown> = Promise.resolve();
  return (method, params) => {
    if (method !== 'elicitation/create' || question === undefined) return undefined;
    const answer = last.then(() => elicit(params, { question, note }));
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** Whether a server may ask anything. */
export function canAnswer({ question, answerQuestion }: ConnectionSettings): boolean {
  return question !== undefined || answerQuestion !== undefined;
}

/** Puts what a call asks for to the person; what is no question to one is declined. */
export async function answerAll(requests: unknown, answerQuestion: AnswerQuestion): Promise<Fields> {
  const answers: [string, object][] = [];
  for (const [key, request] of Object.entries(isObject(requests) ? requests : {})) {
    const { method, params } = isObject(request) ? request : {};
    const declined: Elicited = { action: 'decline' };
    const answer = answerQuestion(String(method), isObject(params) ? params : {});
    answers.push([key, answer === undefined ? declined : await answer]);
  }
  return Object.fromEntries(answers);
}

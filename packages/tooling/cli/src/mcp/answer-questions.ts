import { entriesOf, type Fields, isObject } from '@toolwire/internal';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { type AnswerQuestion, type ElicitResult, elicit } from '../terminal/elicit.ts';

/**
 * Returns the function that answers a server's input requests: the function of the settings, or one that asks the user, one request after
 * the other.
 */
export function createAnswerQuestion({ question, answerQuestion, note }: ConnectionSettings): AnswerQuestion {
  if (answerQuestion !== undefined) return answerQuestion;
  let lastAnswer: Promise<unknown> = Promise.resolve();
  return (method, params) => {
    if (method !== 'elicitation/create' || question === undefined) return undefined;
    const answer = lastAnswer.then(() => elicit(params, { question, note }));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  };
}

/** Whether a server may ask questions. */
export function canAnswer({ question, answerQuestion }: ConnectionSettings): boolean {
  return question !== undefined || answerQuestion !== undefined;
}

const declinedAnswer: ElicitResult = { action: 'decline' };

/** Answers the questions of an `input_required` result; unsupported questions are declined. */
export async function answerAll(requests: unknown, answerQuestion: AnswerQuestion): Promise<Fields> {
  const answers: [string, object][] = [];
  for (const [key, request] of entriesOf(requests)) {
    const { method, params } = isObject(request) ? request : {};
    const answer = answerQuestion(String(method), isObject(params) ? params : {});
    answers.push([key, answer === undefined ? declinedAnswer : await answer]);
  }
  return Object.fromEntries(answers);
}
